import type { KeyEvent } from '@keydesk/shared/events';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onKeyEvent, onKeyListChanged } from '../../lib/live/events.ts';
import { invalidateAndRefetch, updateQueryData } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session.ts';
import { applyToFrequent, applyToKey, applyToList, applyToTaken } from './live-cache.ts';
import {
  allTakenQuery,
  frequentQuery,
  keyQuery,
  keysQuery,
  keysRoot,
  myTakenQuery,
} from './queries.ts';

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
