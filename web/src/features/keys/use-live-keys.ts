import type { KeyEvent } from '@keydesk/shared/events';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { changeCached } from '../../lib/change-cached.ts';
import { readAnew } from '../../lib/read-anew.ts';
import { useUser } from '../../lib/session.ts';
import { onKeyEvent, onKeyListChanged } from '../../lib/socket.ts';
import {
  allTakenQuery,
  frequentQuery,
  keyQuery,
  keysQuery,
  keysRoot,
  myTakenQuery,
} from './keys.queries.ts';
import { applyToFrequent, applyToKey, applyToList, applyToTaken } from './live-key-cache.ts';

const applyToCaches = (client: QueryClient, event: KeyEvent, userId: string): void => {
  changeCached(client, keysQuery.queryKey, (keys) => applyToList(keys, event));
  changeCached(client, allTakenQuery.queryKey, (keys) => applyToTaken(keys, event));
  changeCached(client, myTakenQuery(userId).queryKey, (keys) => applyToTaken(keys, event, userId));
  changeCached(client, keyQuery(event.key._id).queryKey, (key) => applyToKey(key, event));
  changeCached(client, frequentQuery.queryKey, (held) => applyToFrequent(held, event));
  const countsChanged = event.action === 'toggle-frequent' || event.requestingUserId === userId;
  if (countsChanged) void readAnew(client, { queryKey: frequentQuery.queryKey });
};

/** Keeps every cached key in step with live events for as long as the page is shown. */
export const useLiveKeys = (): void => {
  const client = useQueryClient();
  const userId = useUser()?.id ?? '';
  useEffect(() => {
    const stop = onKeyEvent((event) => applyToCaches(client, event, userId));
    const stopReading = onKeyListChanged(() => {
      void readAnew(client, { queryKey: keysRoot });
    });
    return () => {
      stop();
      stopReading();
      // From here on changes go unnoticed, so the next page reads anew.
      void client.invalidateQueries({ queryKey: keysRoot, refetchType: 'none' });
    };
  }, [client, userId]);
};
