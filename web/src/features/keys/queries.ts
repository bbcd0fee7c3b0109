import type { Key } from '@keydesk/shared/keys/key';
import { queryOptions } from '@tanstack/react-query';
import { type ApiResponse, api, call, callForResponse } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import {
  applyToFrequent,
  applyToKey,
  applyToList,
  applyToTaken,
  withBufferedEvents,
} from './live-cache.ts';

/** Prefix of everything cached about keys. */
export const keysRoot = ['keys'] as const;

/** A person's own keys, newest first: what my-taken answers. */
export type FrequentKeys = { keys: Key[]; usageCounts: Record<string, number> };

/** Every key, in order of number. */
export const keysQuery = queryOptions({
  queryKey: [...keysRoot, 'list'],
  queryFn: ({ signal }) => withBufferedEvents(() => fetchKeyList(signal), applyToList),
});

/** Reads every key; a list that has not changed since the last answer is not sent again. */
async function fetchKeyList(signal: AbortSignal): Promise<Key[]> {
  const known = lastAnswer;
  const response = await callForResponse(api.listKeys, { signal, ifNoneMatch: known?.etag });
  if (response.status === 304 && known) return known.keys;
  const { data } = (await response.json()) as ApiResponse<typeof api.listKeys>;
  const etag = response.headers.get('ETag');
  lastAnswer = etag && session.get().user ? { etag, keys: data.keys } : null;
  return data.keys;
}

/** The keys that `userId`, who must be the signed-in person, has. */
export function myTakenQuery(userId: string) {
  return queryOptions({
    queryKey: [...keysRoot, 'my-taken', userId],
    queryFn: ({ signal }) =>
      withBufferedEvents(
        async () => (await call(api.myTakenKeys, { signal })).data.keys,
        (keys, event) => applyToTaken(keys, event, userId),
      ),
  });
}

/** Every key that is out, the latest hand-out first. */
export const allTakenQuery = queryOptions({
  queryKey: [...keysRoot, 'all-taken'],
  queryFn: ({ signal }) =>
    withBufferedEvents(
      async () => (await call(api.allTakenKeys, { signal })).data.keys,
      applyToTaken,
    ),
});

/** The keys that the signed-in person takes most often, with how often. */
export const frequentQuery = queryOptions({
  queryKey: [...keysRoot, 'frequent'],
  queryFn: ({ signal }) =>
    withBufferedEvents(
      async (): Promise<FrequentKeys> => (await call(api.myFrequentlyUsedKeys, { signal })).data,
      applyToFrequent,
    ),
});

/** One key. */
export function keyQuery(id: string) {
  return queryOptions({
    queryKey: [...keysRoot, 'one', id],
    queryFn: ({ signal }) =>
      withBufferedEvents(
        async () => (await call(api.getKey, { params: { id }, signal })).data.key,
        applyToKey,
      ),
  });
}

type CachedKeyList = { etag: string; keys: Key[] };

/** The last answer, before any event was applied to it. The browser itself must not store it. */
let lastAnswer: CachedKeyList | null = null;

session.watch(() => {
  if (!session.get().user) lastAnswer = null;
});
