import type { KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ApiResponse, api, call, callForResponse } from '../../lib/api.ts';
import { isConnected } from '../../lib/live/connection.ts';
import { isAboutPerson, onKeyEvent, withShownHolder } from '../../lib/live/events.ts';
import { onConnect } from '../../lib/live/socket.ts';
import { invalidateAndRefetch, updateQueryData } from '../../lib/query-client.ts';
import { session } from '../../lib/session.ts';
import { applyToList, withBufferedEvents } from './live-cache.ts';

/** Root key of all queries about keys that events keep current. */
export const keysRoot = ['keys'] as const;

export type FrequentKeys = { keys: Key[]; usageCounts: Record<string, number> };

export const keysQuery = queryOptions({
  queryKey: [...keysRoot, 'list'],
  queryFn: ({ signal }) => withBufferedEvents(() => fetchKeyList(signal)),
  // Each event is applied to it (`followKeyList`).
  meta: { staleOn: { key: () => false } },
});

/** The server does not send an unchanged list again (ETag). */
async function fetchKeyList(signal: AbortSignal): Promise<Key[]> {
  const previous = lastAnswer;
  const response = await callForResponse(api.listKeys, { signal, ifNoneMatch: previous?.etag });
  if (response.status === 304 && previous) return previous.keys;
  const { data } = (await response.json()) as ApiResponse<typeof api.listKeys>;
  const keys = data.keys.map(withShownHolder);
  const etag = response.headers.get('ETag');
  lastAnswer = etag && session.get().user ? { etag, keys } : null;
  return keys;
}

const myTakenRoot = [...keysRoot, 'my-taken'] as const;

/** `userId` must be the signed-in person. */
export function myTakenQuery(userId: string) {
  return queryOptions({
    queryKey: [...myTakenRoot, userId],
    queryFn: async ({ signal }) => (await call(api.myTakenKeys, { signal })).data.keys,
    meta: {
      staleOn: {
        key: (event, answer) =>
          isAboutPerson(event, userId) || isAmong(event, answer as readonly Key[] | undefined),
      },
    },
  });
}

/** Latest hand-out first. */
export const allTakenQuery = queryOptions({
  queryKey: [...keysRoot, 'all-taken'],
  queryFn: async ({ signal }) => (await call(api.allTakenKeys, { signal })).data.keys,
  meta: { staleOn: { key: () => true } },
});

const oneRoot = [...keysRoot, 'one'] as const;

export const holderQueries = [keysQuery.queryKey, allTakenQuery.queryKey, myTakenRoot, oneRoot];

export const frequentQuery = queryOptions({
  queryKey: [...keysRoot, 'frequent'],
  queryFn: async ({ signal }): Promise<FrequentKeys> =>
    (await call(api.myFrequentlyUsedKeys, { signal })).data,
  meta: {
    staleOn: {
      key: (event, answer) =>
        event.action === 'toggle-frequent' ||
        event.requestingUserId === session.get().user?.id ||
        isAmong(event, (answer as FrequentKeys | undefined)?.keys),
    },
  },
});

export function keyQuery(id: string) {
  return queryOptions({
    queryKey: [...oneRoot, id],
    queryFn: async ({ signal }) => (await call(api.getKey, { params: { id }, signal })).data.key,
    meta: { staleOn: { key: ({ key }) => key._id === id } },
  });
}

function isAmong({ key }: KeyEvent, keys: readonly Key[] | undefined): boolean {
  return keys?.some(({ _id }) => _id === key._id) ?? false;
}

type CachedKeyList = { etag: string; keys: Key[] };

/** The last answer, before any events. The browser itself must not store it. */
let lastAnswer: CachedKeyList | null = null;

session.subscribe(() => {
  if (!session.get().user) lastAnswer = null;
});

/** Refetches keys after a handover, unless the socket will report it. */
export function useRefetchKeys(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    if (!isConnected()) void invalidateAndRefetch(client, { queryKey: keysRoot });
  }, [client]);
}

/** Applies each event to the key list: refetching it for each event would be expensive. */
export function followKeyList(client: QueryClient): () => void {
  return onKeyEvent((event) =>
    updateQueryData(client, keysQuery.queryKey, (keys) => applyToList(keys, event)),
  );
}

/** The latest state of a shown key, if the key list is loaded. */
export function useCurrentKey(shown: Key | null): Key | null {
  const { data: keys } = useQuery({ ...keysQuery, enabled: false });
  return keys?.find(({ _id }) => _id === shown?._id) ?? shown;
}

/**
 * Calls back with each changed key, and after a reconnect with the key that `shownId` names, which
 * may have changed since. If that read fails, the server still refuses outdated requests.
 */
export function onKeyChange(
  listener: (key: Key) => void,
  shownId: () => string | undefined,
): () => void {
  const stopEvents = onKeyEvent(({ key }) => listener(key));
  const stopConnects = onConnect(() => {
    const id = shownId();
    if (!id) return;
    call(api.getKey, { params: { id } }).then(
      ({ data }) => listener(data.key),
      () => undefined,
    );
  });
  return () => {
    stopEvents();
    stopConnects();
  };
}
