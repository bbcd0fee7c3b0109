import { momentText } from '@keydesk/shared/core/formats';
import { may } from '@keydesk/shared/http/roles';
import type { WaitingLine } from '@keydesk/shared/loans/paper';
import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/keys';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { campusTimezone } from '../../lib/format.ts';
import { session, useUser } from '../../lib/session.ts';

/** Lines from paper that await an admin, and the outage periods that admins opened. */
export const paperQuery = queryOptions({
  queryKey: ['paper'],
  queryFn: async ({ signal }) => (await call(api.listPaper, { signal })).data,
  meta: {
    staleOn: {
      // Admins are notified of a new line, so that a rule that recalls keys asks nothing here.
      key: ({ action, key }, answer) =>
        action === 'update' && (!isAdmin(session.get().user) || awaits(answer, key._id)),
      notification: ({ template }) => template === 'paper-waits',
    },
  },
});

/** Whether a line of this key is, or may be, in an answer. */
function awaits(answer: unknown, keyId: string): boolean {
  const { lines } = (answer ?? {}) as { lines?: readonly WaitingLine[] };
  return lines?.some(({ key }) => key.id === keyId) ?? true;
}

function isAdmin(user: User | null): boolean {
  return user !== null && may(user.role, 'administer');
}

export function refetchPaper(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: paperQuery.queryKey });
}

export function useWaitingLinesOf(keyId: string | undefined): readonly WaitingLine[] {
  const { data } = useQuery({ ...paperQuery, enabled: keyId !== undefined });
  return data?.lines.filter(({ key }) => key.id === keyId) ?? [];
}

/** '08:00 to 08:15', or 'since 08:00'. */
export function waitingTimesText({ outAt, backAt }: WaitingLine): string {
  const text = (at: string) => momentText(at, serverNow(), campusTimezone.get());
  return backAt
    ? t('from-to', { from: text(outAt), to: text(backAt) })
    : t('since', { when: text(outAt) });
}

/** How many lines await the reader; null unless they are an admin. */
export function useWaitingPaper(): number | null {
  const decides = isAdmin(useUser());
  const { data } = useQuery({ ...paperQuery, enabled: decides });
  return decides ? (data?.lines.length ?? 0) : null;
}
