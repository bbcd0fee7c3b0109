import type { NotFree } from '@keydesk/shared/access/who-may-take';
import { isDesk, may } from '@keydesk/shared/http/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiResponse, api, callForResponse } from '../../lib/api.ts';
import { session, useUser } from '../../lib/session.ts';

/** Rules depend on the time, so what is free changes without an event. */
const refetchEveryMs = 60_000;

const keysAccessQuery = queryOptions({
  queryKey: ['keys-access'],
  queryFn: ({ signal }) => fetchNotFree(signal),
  refetchInterval: refetchEveryMs,
  meta: {
    staleOn: {
      campus: 'access',
      key: ({ action, requestingUserId }) =>
        keyActions.includes(action) || requestingUserId === session.get().user?.id,
    },
  },
});

const keyActions: readonly string[] = ['create', 'update', 'delete'];

/** The server does not send an unchanged answer again (ETag). */
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
 * Why the reader may not take a key; undefined if they may, or while unknown. The desk hands keys
 * to others, so its lists omit this.
 */
export function useNotFree(keyId: string): NotFree[string] | undefined {
  const user = useUser();
  const asks = user !== null && may(user.role, 'borrowKeys') && !isDesk(user.role);
  const { data } = useQuery({ ...keysAccessQuery, enabled: asks });
  return asks ? data?.[keyId] : undefined;
}
