import type { KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { type ApiResponse, api, call, callForResponse } from '../../lib/api.ts';
import { isConnected } from '../../lib/live/connection.ts';
import { onKeyEvent, onKeyListChanged } from '../../lib/live/events.ts';
import { onConnect } from '../../lib/live/socket.ts';
import { invalidateAndRefetch, updateQueryData } from '../../lib/query-client.ts';
import { session, useUser } from '../../lib/session.ts';
import {
  applyToFrequent,
  applyToKey,
  applyToList,
  applyToTaken,
  withBufferedEvents,
} from './live-cache.ts';

/** Query key prefix of everything that is read about keys and kept current by events. */
export const keysRoot = ['keys'] as const;

/** The keys that a person takes most often, and how often each. */
export type FrequentKeys = { keys: Key[]; usageCounts: Record<string, number> };

/** Every key, by number. */
export const keysQuery = queryOptions({
  queryKey: [...keysRoot, 'list'],
  queryFn: ({ signal }) => withBufferedEvents(() => fetchKeyList(signal), applyToList),
});

/** Reads every key; the server does not send an unchanged list again (ETag). */
async function fetchKeyList(signal: AbortSignal): Promise<Key[]> {
  const previous = lastAnswer;
  const response = await callForResponse(api.listKeys, { signal, ifNoneMatch: previous?.etag });
  if (response.status === 304 && previous) return previous.keys;
  const { data } = (await response.json()) as ApiResponse<typeof api.listKeys>;
  const etag = response.headers.get('ETag');
  lastAnswer = etag && session.get().user ? { etag, keys: data.keys } : null;
  return data.keys;
}

const myTakenRoot = [...keysRoot, 'my-taken'] as const;

/** The keys that `userId` has, who must be the signed-in person. */
export function myTakenQuery(userId: string) {
  return queryOptions({
    queryKey: [...myTakenRoot, userId],
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

const oneRoot = [...keysRoot, 'one'] as const;

/** Query keys of what says who has which key. */
export const holderQueries = [keysQuery.queryKey, allTakenQuery.queryKey, myTakenRoot, oneRoot];

/** The keys that the signed-in person takes most often. */
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
    queryKey: [...oneRoot, id],
    queryFn: ({ signal }) =>
      withBufferedEvents(
        async () => (await call(api.getKey, { params: { id }, signal })).data.key,
        applyToKey,
      ),
  });
}

type CachedKeyList = { etag: string; keys: Key[] };

/** The last answer, without any events applied. The browser itself must not store it. */
let lastAnswer: CachedKeyList | null = null;

session.subscribe(() => {
  if (!session.get().user) lastAnswer = null;
});

/** Refetches the lists of keys after a handover, unless the socket will report it. */
export function useRefetchKeys(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    if (!isConnected()) void invalidateAndRefetch(client, { queryKey: keysRoot });
  }, [client]);
}

/** Keeps every cached key up to date with live events while the page is open. */
export function useLiveKeys(): void {
  const client = useQueryClient();
  const userId = useUser()?.id ?? '';
  useEffect(() => {
    const stopEvents = onKeyEvent((event) => applyToCaches(client, event, userId));
    const stopListChanges = onKeyListChanged(() => {
      void invalidateAndRefetch(client, { queryKey: keysRoot });
    });
    return () => {
      stopEvents();
      stopListChanges();
      // Changes are no longer noticed from here on, so the next page must refetch.
      void client.invalidateQueries({ queryKey: keysRoot, refetchType: 'none' });
    };
  }, [client, userId]);
}

function applyToCaches(client: QueryClient, event: KeyEvent, userId: string): void {
  updateQueryData(client, keysQuery.queryKey, (keys) => applyToList(keys, event));
  updateQueryData(client, allTakenQuery.queryKey, (keys) => applyToTaken(keys, event));
  updateQueryData(client, myTakenQuery(userId).queryKey, (keys) =>
    applyToTaken(keys, event, userId),
  );
  updateQueryData(client, keyQuery(event.key._id).queryKey, (key) => applyToKey(key, event));
  updateQueryData(client, frequentQuery.queryKey, (cached) => applyToFrequent(cached, event));
  const wasHandedOut = event.requestingUserId === userId && !event.returnType;
  const countsChanged = event.action === 'toggle-frequent' || wasHandedOut;
  if (countsChanged) void invalidateAndRefetch(client, { queryKey: frequentQuery.queryKey });
}

/** Takes a key of an answer into what is cached: its event may come later, or never. */
export function useTakeIn(): (key: Key) => void {
  const client = useQueryClient();
  const userId = useUser()?.id ?? '';
  return useCallback(
    (key) => {
      const { version, updatedAt: timestamp } = key;
      applyToCaches(client, { action: 'update', key, version, timestamp }, userId);
    },
    [client, userId],
  );
}

/** A key that was shown as it is now, as far as the list of keys is there. */
export function useCurrentKey(shown: Key | null): Key | null {
  const { data: keys } = useQuery({ ...keysQuery, enabled: false });
  return keys?.find(({ _id }) => _id === shown?._id) ?? shown;
}

/**
 * Calls back with each key that changes, and once events arrive again with the key `shownId` names,
 * which may have changed in between. If that read fails, the server still refuses what is out of
 * date.
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
