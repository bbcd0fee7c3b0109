import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverSaid } from '../../lib/server-said.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { showError } from '../../ui/toast/show-toast.ts';
import { type UserFilter, usersQuery } from './users.queries.ts';

/** The people that search, role and page ask for. */
export const useUsers = () => {
  const [term, setTerm] = useState('');
  const [role, setRole] = useState<UserFilter['role']>('all');
  const [state, setState] = useState<UserFilter['state']>('active');
  const [wished, setPage] = useState(1);
  const search = useSettled(term.trim());
  const users = useQuery(usersQuery({ search, role, state, page: wished }));
  const failure = users.error && serverSaid(users.error, 'Failed to fetch users');
  const lastPage = Math.max(1, users.data?.pagination.totalPages ?? 1);
  const settled = users.data !== undefined && !users.isPlaceholderData;
  useEffect(() => {
    // The last person of the last page may have been deleted.
    if (settled && wished > lastPage) setPage(lastPage);
  }, [settled, wished, lastPage]);
  useEffect(() => {
    if (failure) showError(failure);
  }, [failure]);
  const narrow = (apply: () => void) => {
    apply();
    setPage(1);
  };
  return {
    term,
    setTerm: (next: string) => narrow(() => setTerm(next)),
    role,
    setRole: (next: UserFilter['role']) => narrow(() => setRole(next)),
    state,
    setState: (next: UserFilter['state']) => narrow(() => setState(next)),
    /** Everybody in a state, whatever was sought. */
    showState: (next: UserFilter['state']) =>
      narrow(() => {
        setTerm('');
        setRole('all');
        setState(next);
      }),
    setPage,
    data: users.data,
    stale: users.isPlaceholderData,
    loading: users.isPending,
    failure,
    retry: () => void users.refetch(),
  };
};
