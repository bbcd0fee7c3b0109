import type { KeyEvent } from '@keydesk/shared/events';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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
  client.setQueryData(keysQuery.queryKey, (keys) => keys && applyToList(keys, event));
  client.setQueryData(allTakenQuery.queryKey, (keys) => keys && applyToTaken(keys, event));
  client.setQueryData(
    myTakenQuery(userId).queryKey,
    (keys) => keys && applyToTaken(keys, event, userId),
  );
  client.setQueryData(keyQuery(event.key._id).queryKey, (key) => key && applyToKey(key, event));
  client.setQueryData(frequentQuery.queryKey, (held) => held && applyToFrequent(held, event));
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
