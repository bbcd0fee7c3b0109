import { may } from '@keydesk/shared/http/roles';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';

/** The lines from paper that wait for an admin, and the periods that admins have opened. */
export const paperQuery = queryOptions({
  queryKey: ['paper'],
  queryFn: async ({ signal }) => (await call(api.listPaper, { signal })).data,
  refetchInterval: 60_000,
});

export function refetchPaper(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: paperQuery.queryKey });
}

/** How many lines wait for the reader; null if they are no admin. */
export function useWaitingPaper(): number | null {
  const user = useUser();
  const isAdmin = user !== null && may(user.role, 'administer');
  const { data } = useQuery({ ...paperQuery, enabled: isAdmin });
  return isAdmin ? (data?.lines.length ?? 0) : null;
}
