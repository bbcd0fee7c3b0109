import type { Key } from '@keydesk/shared/keys/key';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';
import { readKeyList } from './key-list-answer.ts';
import { applyToFrequent, applyToKey, applyToList, applyToTaken } from './live-key-cache.ts';
import { withEventsMeanwhile } from './meanwhile.ts';

/** Prefix of everything cached about keys. */
export const keysRoot = ['keys'] as const;

/** A person's own keys, newest first: what my-taken answers. */
export type FrequentKeys = { keys: Key[]; usageCounts: Record<string, number> };

/** Every key, in order of number. */
export const keysQuery = queryOptions({
  queryKey: [...keysRoot, 'list'],
  queryFn: ({ signal }) => withEventsMeanwhile(() => readKeyList(signal), applyToList),
});

/** The keys that `userId`, who must be the signed-in person, has. */
export const myTakenQuery = (userId: string) =>
  queryOptions({
    queryKey: [...keysRoot, 'my-taken', userId],
    queryFn: ({ signal }) =>
      withEventsMeanwhile(
        async () => (await call(api.myTakenKeys, { signal })).data.keys,
        (keys, event) => applyToTaken(keys, event, userId),
      ),
  });

/** Every key that is out, the latest hand-out first. */
export const allTakenQuery = queryOptions({
  queryKey: [...keysRoot, 'all-taken'],
  queryFn: ({ signal }) =>
    withEventsMeanwhile(
      async () => (await call(api.allTakenKeys, { signal })).data.keys,
      applyToTaken,
    ),
});

/** The keys that the signed-in person takes most often, with how often. */
export const frequentQuery = queryOptions({
  queryKey: [...keysRoot, 'frequent'],
  queryFn: ({ signal }) =>
    withEventsMeanwhile(
      async (): Promise<FrequentKeys> => (await call(api.myFrequentlyUsedKeys, { signal })).data,
      applyToFrequent,
    ),
});

/** One key. */
export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: [...keysRoot, 'one', id],
    queryFn: ({ signal }) =>
      withEventsMeanwhile(
        async () => (await call(api.getKey, { params: { id }, signal })).data.key,
        applyToKey,
      ),
  });
