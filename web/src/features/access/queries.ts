import type {
  AccessGroup,
  ListedAccessRule,
  NewAccessRule,
} from '@keydesk/shared/access/rule-routes';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { api, call } from '../../lib/api.ts';
import { isConnected } from '../../lib/live/connection.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { saveSeen } from '../../lib/stale.ts';
import { useChange } from '../../ui/use-change.ts';

const rulesRoot = ['access-admin'] as const;

const changesWithAccess = { staleOn: { campus: 'access' } } as const;

export const rulesQuery = queryOptions({
  queryKey: [...rulesRoot, 'rules'],
  queryFn: async ({ signal }): Promise<ListedAccessRule[]> =>
    (await call(api.listAccessRules, { signal })).data.rules,
  meta: changesWithAccess,
});

export const groupsQuery = queryOptions({
  queryKey: [...rulesRoot, 'groups'],
  queryFn: async ({ signal }): Promise<AccessGroup[]> =>
    (await call(api.listGroups, { signal })).data.groups,
  meta: changesWithAccess,
});

export function membersQuery(groupId: string) {
  return infiniteQueryOptions({
    queryKey: [...rulesRoot, 'members', groupId],
    queryFn: async ({ pageParam: page, signal }) => {
      const params = { id: groupId };
      return (await call(api.listGroupMembers, { params, query: { page }, signal })).data;
    },
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
    meta: changesWithAccess,
  });
}

/** What a rule would have changed. Each tried rule has its own query. */
export function simulationQuery(rule: NewAccessRule) {
  return queryOptions({
    queryKey: [...rulesRoot, 'simulation', rule],
    queryFn: async ({ signal }) =>
      (await call(api.simulateAccessRule, { body: rule, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    meta: changesWithAccess,
  });
}

/** Reads rules and groups together, because a rule ends when its group has no members. */
export function refetchRules(client: QueryClient): void {
  void invalidateAndRefetch(client, { queryKey: rulesRoot });
}

/** When this page last changed rules or groups; Unix milliseconds. */
let changedAt = Number.NEGATIVE_INFINITY;

/** Whether an access event probably comes from this page's own change of rules or groups. */
export function hasJustChangedRules(): boolean {
  return Date.now() - changedAt < 2_000;
}

/** The page refetches on its own event, as every other page does. */
const changesRules = {
  refetch: (client: QueryClient, { refused }: { refused: boolean }) => {
    if (!refused) changedAt = Date.now();
    if (refused || !isConnected()) refetchRules(client);
  },
};

export function useAddRule() {
  return useChange((body: NewAccessRule) => call(api.addAccessRule, { body }), changesRules);
}

export function useEndRule() {
  return useChange((id: string) => call(api.endAccessRule, { params: { id } }), changesRules);
}

type GroupInput = { group: AccessGroup | null; name: string };

export function useSaveGroup() {
  return useChange(
    ({ group, name }: GroupInput) =>
      group === null
        ? call(api.addGroup, { body: { name } })
        : saveSeen(group, { name }, (version) =>
            call(api.renameGroup, { params: { id: group.id }, body: { name, version } }),
          ),
    changesRules,
  );
}

type MemberInput = { groupId: string; userId: string };

/** A membership has only one field, so every concurrent change conflicts. */
type MembershipInput = { validUntil: string | undefined; version: number | undefined };

export function useSaveMember() {
  return useChange(
    ({ groupId: id, userId, ...body }: MemberInput & MembershipInput) =>
      call(api.putMember, { params: { id, userId }, body }),
    changesRules,
  );
}

export function useEndMember() {
  return useChange(
    ({ groupId: id, userId }: MemberInput) => call(api.endMember, { params: { id, userId } }),
    changesRules,
  );
}
