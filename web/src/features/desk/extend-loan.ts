import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';
import { isConnected } from '../../lib/live/connection.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';

/** Until when a loan may be kept. */
export function loanExtensionsQuery(loanId: string) {
  return queryOptions({
    queryKey: ['desk', 'extensions', loanId],
    queryFn: async ({ signal }) =>
      (await call(api.loanExtensions, { params: { id: loanId }, signal })).data,
    staleTime: 0,
  });
}

type Extension = { loanId: string; until: string; reason: string };

/** Moves the due time of a loan, as the desk may with a reason. */
export function useExtendLoan(onExtended: (dueAt: string, keyNumber: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ loanId, until, reason }: Extension) =>
      (await call(api.extendLoan, { params: { id: loanId }, body: { until, reason } })).data,
    onSuccess: ({ dueAt, key }) => {
      onExtended(dueAt, key.keyNumber);
      // Otherwise the socket reports it, and what shows the key follows.
      if (!isConnected()) void invalidateAndRefetch(client);
    },
  });
}
