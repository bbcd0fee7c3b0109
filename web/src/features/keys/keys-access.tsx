import type { NotFree } from '@keydesk/shared/access/who-may-take';
import { isOverdue } from '@keydesk/shared/due/calendar';
import { isDesk, may } from '@keydesk/shared/http/roles';
import type { Key } from '@keydesk/shared/keys/key';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, use, useEffect } from 'react';
import { type ApiResponse, api, callForResponse } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { onCampusChanged, onKeyEvent, onKeyListChanged } from '../../lib/live/events.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { session, useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { OpenKeyContext } from '../../ui/record-link.tsx';
import { myTakenQuery } from './queries.ts';

/** Rules hold at certain hours, so what is free changes without an event. */
const refetchEveryMs = 60_000;

/** The keys that the signed-in person may not simply take. */
const keysAccessQuery = queryOptions({
  queryKey: ['keys-access'],
  queryFn: ({ signal }) => fetchNotFree(signal),
  refetchInterval: refetchEveryMs,
});

/** Reads them; the server does not send an unchanged answer again (ETag). */
async function fetchNotFree(signal: AbortSignal): Promise<NotFree> {
  const previous = lastAnswer;
  const response = await callForResponse(api.keysAccess, { signal, ifNoneMatch: previous?.etag });
  if (response.status === 304 && previous) return previous.notFree;
  const { data } = (await response.json()) as ApiResponse<typeof api.keysAccess>;
  const etag = response.headers.get('ETag');
  lastAnswer = etag && session.get().user ? { etag, notFree: data.notFree } : null;
  return data.notFree;
}

let lastAnswer: { etag: string; notFree: NotFree } | null = null;

session.subscribe(() => {
  if (!session.get().user) lastAnswer = null;
});

/**
 * Why the signed-in person may not simply take a key; undefined if they may, or while that is not
 * known. The desk hands keys to others, so its lists do not say it.
 */
export function useNotFree(keyId: string): NotFree[string] | undefined {
  const user = useUser();
  const asks = user !== null && may(user.role, 'borrowKeys') && !isDesk(user.role);
  const { data } = useQuery({ ...keysAccessQuery, enabled: asks });
  return asks ? data?.[keyId] : undefined;
}

/** Reads again what is free whenever rules or keys may have changed, while the page is open. */
export function useLiveKeysAccess(): void {
  const client = useQueryClient();
  const userId = useUser()?.id;
  useEffect(() => {
    const refetch = () => void invalidateAndRefetch(client, { queryKey: keysAccessQuery.queryKey });
    const stops = [
      onCampusChanged(refetch),
      onKeyListChanged(refetch),
      onKeyEvent(({ action, requestingUserId }) => {
        if (keyActions.includes(action) || requestingUserId === userId) refetch();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, userId]);
}

const keyActions: readonly string[] = ['create', 'update', 'delete'];

type TakeActionProps = {
  item: Key;
  onReturn: (overdue: Key) => void;
  /** The action for a key that is free. */
  children: ReactNode;
};

/** What to do about a key at the desk: take it, or the one next step if the reader may not. */
export function TakeAction({ item, onReturn, children }: TakeActionProps) {
  const notFree = useNotFree(item._id);
  if (!notFree) return children;
  return notFree.code === 'OVERDUE_KEY' ? (
    <ReturnFirst onReturn={onReturn} otherwise={<WhyButton item={item} />} />
  ) : (
    <WhyButton item={item} />
  );
}

type ReturnFirstProps = { onReturn: TakeActionProps['onReturn']; otherwise: ReactNode };

/** Shows the return code of the key that has been overdue for longest. */
function ReturnFirst({ onReturn, otherwise }: ReturnFirstProps) {
  const { data: taken = [] } = useQuery(myTakenQuery(useUser()?.id ?? ''));
  const [overdue] = taken
    .filter((key) => isOverdue(key, serverNow()))
    .sort((a, b) => Date.parse(a.graceUntil ?? '') - Date.parse(b.graceUntil ?? ''));
  if (!overdue) return otherwise;
  return (
    <ActionButton
      size="small"
      variant="secondary"
      aria-label={`Show return code of ${overdue.keyNumber}`}
      onClick={() => onReturn(overdue)}
    >
      <QrCodeIcon aria-hidden className="size-4.5 text-accent" />
      Return first
    </ActionButton>
  );
}

/** Opens the details, which say why the reader may not take the key. */
function WhyButton({ item }: { item: Key }) {
  const openKey = use(OpenKeyContext);
  if (!openKey) return null;
  return (
    <ActionButton
      size="small"
      variant="secondary"
      aria-label={`Why you cannot take ${item.keyNumber}`}
      onClick={() => openKey(item._id)}
    >
      <Lock aria-hidden className="size-4.5 text-accent" />
      Why?
    </ActionButton>
  );
}
