import type { LoggedHandover } from '@keydesk/shared/loans/loan';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, call } from '../../../lib/api.ts';
import { useUser } from '../../../lib/session.ts';

/** Covers everything that a busy desk can still undo. */
const recentLimit = 50;

/**
 * The last handovers of all desks; undefined until loaded. Several computers may share an account,
 * so its own handovers are read as well.
 */
export function useHandoverLog(): readonly LoggedHandover[] | undefined {
  return useQuery(recentHandoversQuery(useUser()?.id)).data;
}

function recentHandoversQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['desk', 'recent-handovers', userId],
    queryFn: async ({ signal }) =>
      (await call(api.listHandovers, { query: { limit: recentLimit }, signal })).data.handovers,
    staleTime: Infinity,
    gcTime: 0,
    meta: { staleOn: { key: () => true } },
  });
}
