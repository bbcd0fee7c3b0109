import type { ListedDueRule, NewDueRule } from '@keydesk/shared/due/rule-routes';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../../lib/api.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { showSuccess } from '../../../ui/toast/show-toast.ts';

/** The rules in force, the newest first. */
export const rulesQuery = queryOptions({
  queryKey: ['due-rules'],
  queryFn: async ({ signal }): Promise<ListedDueRule[]> =>
    (await call(api.listDueRules, { signal })).data.rules,
});

/** Adds a rule; the form says what went wrong. */
export function useAddRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDueRule) => call(api.addDueRule, { body }),
    onSuccess: () => showSuccess('Rule added'),
    onSettled: () => void invalidateAndRefetch(client, { queryKey: rulesQuery.queryKey }),
  });
}

/** Ends a rule. */
export function useEndRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(api.endDueRule, { params: { id } }),
    onSuccess: () => showSuccess('Rule ended'),
    onSettled: () => void invalidateAndRefetch(client, { queryKey: rulesQuery.queryKey }),
  });
}

type Trial = { keyId: string; userId: string; at: string };

/** What the rules would give; nothing is stored. */
export function useTryRules() {
  return useMutation({
    mutationFn: async (body: Trial) => (await call(api.tryDueRules, { body })).data,
  });
}
