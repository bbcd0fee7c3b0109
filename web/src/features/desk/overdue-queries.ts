import type { OverdueLoan } from '@keydesk/shared/due/overdue-routes';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call } from '../../lib/api.ts';
import { onKeyEvent, onKeyListChanged } from '../../lib/live/events.ts';
import { invalidateAndRefetch, updateQueryData } from '../../lib/query-client.ts';

const overdueQuery = queryOptions({
  queryKey: ['desk', 'overdue'],
  queryFn: async ({ signal }) => (await call(api.deskOverdue, { signal })).data,
});

/** Keys become overdue while nothing else happens. */
const refetchEveryMs = 60_000;

/** The keys that are overdue or due soon, kept current while the page is open. */
export function useOverdueLoans() {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = overdueQuery;
    // However many keys change at once, one more read follows the one that runs.
    const refetch = () => void invalidateAndRefetch(client, { queryKey }, { cancelRefetch: false });
    const stops = [onKeyEvent(refetch), onKeyListChanged(refetch)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  const query = useQuery({ ...overdueQuery, refetchInterval: refetchEveryMs });
  return {
    ...query,
    /** Notes that somebody was reminded, until the list is read again. */
    noteReminder: (loanId: string, remindedAt: string) =>
      updateQueryData(client, overdueQuery.queryKey, (overdue) => ({
        ...overdue,
        loans: overdue.loans.map((loan) => withReminder(loan, loanId, remindedAt)),
      })),
  };
}

function withReminder(loan: OverdueLoan, loanId: string, remindedAt: string): OverdueLoan {
  return loan.loanId === loanId ? { ...loan, remindedAt } : loan;
}
