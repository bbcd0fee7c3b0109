import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';
import { serverSaid } from '../../lib/server-said.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';

/** Where the signed-in person is signed in. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await call(api.listOwnSessions, { signal })).data.sessions,
});

/** Ends one other session, or with null all others. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(api.endOtherSessions) : call(api.endOwnSession, { params: { id } }),
    onSuccess: ({ message }) => showSuccess(message),
    onError: (cause) => showError(serverSaid(cause, 'Failed to sign out there')),
    // It may have ended by itself, or from elsewhere.
    onSettled: () => client.invalidateQueries(ownSessionsQuery),
  });
}
