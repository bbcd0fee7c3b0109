import type { OpeningHours } from '@keydesk/shared/due/calendar';
import type { DaysInput, Opening } from '@keydesk/shared/due/calendar-routes';
import type { ListedDueRule, NewDueRule } from '@keydesk/shared/due/rule-routes';
import { t } from '@keydesk/shared/texts/en/calendar';
import { t as rulesText } from '@keydesk/shared/texts/en/rules';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';
import { setCampusTimezone } from '../../lib/format.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { useChange } from '../../ui/use-change.ts';
import { ownClosingNote } from './closing-time.ts';

const calendarRoot = ['campus-calendar'];

export const openingQuery = queryOptions({
  queryKey: [...calendarRoot, 'opening'],
  queryFn: async ({ signal }) => (await call(api.getOpening, { signal })).data,
});

export const daysQuery = queryOptions({
  queryKey: [...calendarRoot, 'days'],
  queryFn: async ({ signal }) => (await call(api.getDays, { signal })).data,
});

export const dueWhileClosedQuery = queryOptions({
  queryKey: [...calendarRoot, 'stranded'],
  queryFn: async ({ signal }) => (await call(api.strandedLoans, { signal })).data.loans,
});

/**
 * After a refusal, refetches everything; otherwise only what is due while the campus is closed,
 * because the answer has the rest.
 */
function refetchCalendar(client: QueryClient, { refused }: { refused: boolean }): Promise<void> {
  const { queryKey } = refused ? { queryKey: calendarRoot } : dueWhileClosedQuery;
  return invalidateAndRefetch(client, { queryKey });
}

export function useSaveOpening() {
  const client = useQueryClient();
  return useChange((body: Opening) => call(api.putOpening, { body }), {
    says: t('opening-hours-saved'),
    onDone: ({ data }) => {
      client.setQueryData(openingQuery.queryKey, data);
      setCampusTimezone(data.timezone);
    },
    refetch: refetchCalendar,
  });
}

export type Day = DaysInput['days'][number];

/** `version` is the one on which a change is based. */
export type StoredDays = { days: readonly Day[]; version: string };

type ChangedDays = { days: readonly Day[]; version: string; message: string };

export function useSaveDays() {
  const client = useQueryClient();
  return useChange(
    ({ days, version }: ChangedDays) => call(api.putDays, { body: { days: [...days], version } }),
    {
      says: ({ message }) => message,
      onDone: ({ data }) => client.setQueryData(daysQuery.queryKey, data),
      refetch: (...settled) => void refetchCalendar(...settled),
    },
  );
}

export function useMoveDue() {
  return useChange((loanIds: string[]) => call(api.moveDue, { body: { loanIds } }), {
    refetch: refetchCalendar,
  });
}

export function kindText({ day, kind, closes }: Day, hours: readonly OpeningHours[]): string {
  if (kind === 'closed' || !closes) return t('closed');
  return t('closes', { closes, note: ownClosingNote(day, closes, hours) }).trim();
}

export const rulesQuery = queryOptions({
  queryKey: ['due-rules'],
  queryFn: async ({ signal }): Promise<ListedDueRule[]> =>
    (await call(api.listDueRules, { signal })).data.rules,
});

function refetchRules(client: QueryClient): void {
  void invalidateAndRefetch(client, { queryKey: rulesQuery.queryKey });
}

export function useAddRule() {
  return useChange((body: NewDueRule) => call(api.addDueRule, { body }), {
    says: rulesText('added'),
    refetch: refetchRules,
  });
}

export function useEndRule() {
  return useChange((id: string) => call(api.endDueRule, { params: { id } }), {
    says: rulesText('ended'),
    refetch: refetchRules,
  });
}

type Trial = { keyId: string; userId: string; at: string };

/** The outcome of the rules; nothing is stored. */
export function useTryRules() {
  return useMutation({
    mutationFn: async (body: Trial) => (await call(api.tryDueRules, { body })).data,
  });
}
