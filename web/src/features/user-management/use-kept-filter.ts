import { roles } from '@keydesk/shared/users/role';
import { userStates } from '@keydesk/shared/users/user';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { UserFilter } from './queries.ts';

type SearchParams = Readonly<Record<string, unknown>>;

/** The filter of Manage Users as the address has it, and a function that writes it there for Back. */
export function useKeptUserFilter() {
  const params = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const keep = useCallback(
    (filter: UserFilter) =>
      void navigate({ to: '.', search: toParams(filter), replace: true, resetScroll: false }),
    [navigate],
  );
  return { kept: parseParams(params), keep };
}

/** Missing and invalid parts are left out. The router reads a search for 101 as a number. */
function parseParams({ search, role, state, page }: SearchParams): Partial<UserFilter> {
  const known = {
    role: roles.find((one) => one === role),
    state: [...userStates, 'all' as const].find((one) => one === state),
  };
  return {
    ...((typeof search === 'string' || typeof search === 'number') && { search: String(search) }),
    ...(known.role && { role: known.role }),
    ...(known.state && { state: known.state }),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 0 && { page }),
  };
}

/** The parts that differ from how the page begins. */
function toParams({ search, role, state, page }: UserFilter) {
  return {
    ...(search && { search }),
    ...(role !== 'all' && { role }),
    ...(state !== (search ? 'all' : 'active') && { state }),
    ...(page > 1 && { page }),
  };
}
