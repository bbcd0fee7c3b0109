import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../lib/api.ts';

/** How keys are handed over at a desk; changes reach an open page within a minute. */
export const deskSettingsQuery = queryOptions({
  queryKey: ['desk-settings'],
  queryFn: async ({ signal }) => (await call(api.deskSettings, { signal })).data,
  staleTime: 60_000,
  refetchInterval: 60_000,
});

/** Whether a person may take a key now; asked once both are chosen. */
export function lendingVerdictQuery(keyId: string | undefined, userId: string | undefined) {
  return queryOptions({
    queryKey: ['lending-verdict', keyId, userId],
    queryFn: async ({ signal }) =>
      (await call(api.keyVerdict, { params: { id: keyId ?? '' }, query: { userId }, signal })).data
        .verdict,
    enabled: keyId !== undefined && userId !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The disputes about a key, open ones first. */
export function keyDisputesQuery(id: string) {
  return queryOptions({
    queryKey: ['key-disputes', id],
    queryFn: async ({ signal }) =>
      (await call(api.keyDisputes, { params: { id }, signal })).data.disputes,
    staleTime: 0,
  });
}
