import type { Role } from '@keydesk/shared/users/role';
import type { UserState } from '@keydesk/shared/users/user';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, call, serverMessage } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/hooks.ts';
import { showError } from '../../ui/toast/show-toast.ts';

/** Prefix of everything cached about people. */
export const usersRoot = ['users'] as const;

/** Which people to show. */
export type UserFilter = {
  search: string;
  role: Role | 'all';
  state: UserState | 'all';
  page: number;
};

/** People on one page (spec §9). */
export const pageSize = 10;

/** A person with their open loans and sessions. */
export function userDetailsQuery(id: string) {
  return queryOptions({
    queryKey: [...usersRoot, 'one', id],
    queryFn: async ({ signal }) => (await call(api.userDetails, { params: { id }, signal })).data,
    staleTime: 0,
  });
}

/** The people that search, role and page ask for. */
export function useUsers() {
  const [term, setTerm] = useState('');
  const [role, setRole] = useState<UserFilter['role']>('all');
  const [state, setState] = useState<UserFilter['state']>('active');
  const [wished, setPage] = useState(1);
  const search = useDebouncedValue(term.trim());
  const users = useQuery(usersQuery({ search, role, state, page: wished }));
  const failure = users.error && serverMessage(users.error, 'Failed to fetch users');
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
}

/** One page of people; the page before it stays in view while the next one loads. */
function usersQuery({ search, role, state, page }: UserFilter) {
  return queryOptions({
    queryKey: [...usersRoot, 'list', search, role, state, page],
    queryFn: async ({ signal }) =>
      (await call(api.listUsers, { query: { page, limit: pageSize, search, role, state }, signal }))
        .data,
    placeholderData: keepPreviousData,
  });
}
