import type { PersonState } from '@keydesk/shared/users/person-state';
import type { Role } from '@keydesk/shared/users/role';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';

/** Prefix of everything cached about people. */
export const usersRoot = ['users'] as const;

/** Which people to show. */
export type UserFilter = {
  search: string;
  role: Role | 'all';
  state: PersonState | 'all';
  page: number;
};

/** People on one page (spec §9). */
export const pageSize = 10;

/** One page of people; the page before it stays in view while the next one loads. */
export const usersQuery = ({ search, role, state, page }: UserFilter) =>
  queryOptions({
    queryKey: [...usersRoot, 'list', search, role, state, page],
    queryFn: async ({ signal }) =>
      (await call(api.listUsers, { query: { page, limit: pageSize, search, role, state }, signal }))
        .data,
    placeholderData: keepPreviousData,
  });

/** A person with their open loans and sessions. */
export const userDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersRoot, 'one', id],
    queryFn: async ({ signal }) => (await call(api.userDetails, { params: { id }, signal })).data,
    staleTime: 0,
  });
