import type { ListedState } from '@keydesk/shared/administration/people';
import { peopleDepartmentsOf } from '@keydesk/shared/campus/campus';
import type { MessageTemplate } from '@keydesk/shared/core/message-kinds';
import type { Notification } from '@keydesk/shared/core/notifications';
import { may, type Role } from '@keydesk/shared/http/roles';
import { t } from '@keydesk/shared/texts/en/user-list';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, call, serverMessage } from '../../../lib/api.ts';
import { useCampus } from '../../../lib/campus.ts';
import { useDebouncedValue } from '../../../lib/hooks.ts';
import { isAboutPerson } from '../../../lib/live/events.ts';
import { useUser } from '../../../lib/session.ts';
import { showError } from '../../../ui/toast/show-toast.ts';

export const usersRoot = ['users'] as const;

/** Outside `usersRoot`, because most changes to people do not affect it. */
export const waitingCountKey = ['waiting-users'] as const;

const templatesOfPeople: readonly (MessageTemplate | undefined)[] = [
  'registration-waiting',
  'name-changed',
  'address-changed',
];

const changesWithPeople = {
  staleOn: {
    notification: ({ template }: Notification) => templatesOfPeople.includes(template),
  },
};

export type UserFilter = {
  search: string;
  role: Role | 'all';
  state: ListedState;
  page: number;
};

export const pageSize = 10;

export function usePeopleDepartments() {
  const campus = useCampus();
  const departments = campus ? peopleDepartmentsOf(campus) : [];
  return departments.map(({ code, label }) => ({ value: code, label }));
}

export function userDetailsQuery(id: string) {
  return queryOptions({
    queryKey: [...usersRoot, 'one', id],
    queryFn: async ({ signal }) => (await call(api.userDetails, { params: { id }, signal })).data,
    staleTime: 0,
    meta: changesWithPeople,
  });
}

export function userOverviewQuery(id: string) {
  return queryOptions({
    queryKey: [...usersRoot, 'overview', id],
    queryFn: async ({ signal }) => (await call(api.userOverview, { params: { id }, signal })).data,
    staleTime: 0,
    meta: {
      staleOn: { ...changesWithPeople.staleOn, key: (event) => isAboutPerson(event, id) },
    },
  });
}

/** A search covers all states, unless one is chosen during it. */
export function useUsers(kept: Partial<UserFilter>, keep?: (filter: UserFilter) => void) {
  const [term, setTerm] = useState(kept.search ?? '');
  const [role, setRole] = useState(kept.role ?? 'all');
  const [listedState, setListedState] = useState<UserFilter['state']>(
    (!kept.search && kept.state) || 'active',
  );
  const [searchedState, setSearchedState] = useState<UserFilter['state']>(
    (kept.search && kept.state) || 'all',
  );
  const [requestedPage, setPage] = useState(kept.page ?? 1);
  const search = useDebouncedValue(term.trim());
  const state = search === '' ? listedState : searchedState;
  useEffect(
    () => keep?.({ search, role, state, page: requestedPage }),
    [keep, search, role, state, requestedPage],
  );
  const users = useQuery(usersQuery({ search, role, state, page: requestedPage }));
  const failure = users.error && serverMessage(users.error, t('failed-to-load'));
  const lastPage = Math.max(1, users.data?.pagination.totalPages ?? 1);
  const loaded = users.data !== undefined && !users.isPlaceholderData;
  useEffect(() => {
    // The last person of the last page may have been deleted.
    if (loaded && requestedPage > lastPage) setPage(lastPage);
  }, [loaded, requestedPage, lastPage]);
  useEffect(() => {
    if (failure) showError(failure);
  }, [failure]);
  const changeFilter = (apply: () => void) => {
    apply();
    setPage(1);
  };
  return {
    term,
    setTerm: (next: string) =>
      changeFilter(() => {
        setTerm(next);
        if (term.trim() === '') setSearchedState('all');
      }),
    role,
    setRole: (next: UserFilter['role']) => changeFilter(() => setRole(next)),
    state,
    setState: (next: UserFilter['state']) =>
      changeFilter(() => (term.trim() === '' ? setListedState : setSearchedState)(next)),
    showState: (next: UserFilter['state']) =>
      changeFilter(() => {
        setTerm('');
        setRole('all');
        setListedState(next);
      }),
    setPage,
    data: users.data,
    stale: users.isPlaceholderData,
    failure,
    retry: () => void users.refetch(),
  };
}

/** The previous page stays visible while the next one loads. */
function usersQuery({ search, role, state, page }: UserFilter) {
  return queryOptions({
    queryKey: [...usersRoot, 'list', search, role, state, page],
    queryFn: async ({ signal }) =>
      (await call(api.listUsers, { query: { page, limit: pageSize, search, role, state }, signal }))
        .data,
    placeholderData: keepPreviousData,
    meta: changesWithPeople,
  });
}

/** How many people await an admin; 0 for other roles. */
export function useWaitingCount(): number {
  return useToDo()?.waiting ?? 0;
}

/** How many people have a department that no one else has confirmed; 0 for other roles. */
export function useUnconfirmedCount(): number {
  return useToDo()?.unconfirmed ?? 0;
}

function useToDo() {
  const user = useUser();
  const accepts = user !== null && may(user.role, 'administer');
  const { data } = useQuery({ ...toDoQuery, enabled: accepts });
  return accepts ? data : undefined;
}

/** Another admin may accept a person, which sends no event. */
const pollMs = 60_000;

const toDoQuery = queryOptions({
  queryKey: waitingCountKey,
  queryFn: async ({ signal }) =>
    (await call(api.listUsers, { query: { state: 'waiting', limit: 1 }, signal })).data,
  refetchInterval: pollMs,
  meta: { staleOn: { notification: ({ template }) => template === 'registration-waiting' } },
});
