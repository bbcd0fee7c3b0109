import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAnew } from '../../lib/read-anew.ts';
import { onKeyEvent, onKeyListChanged } from '../../lib/socket.ts';
import { keyHistoryQuery } from './key-history.queries.ts';

/** Reads a key's history anew with every change of that key, or of too many keys to tell of each. */
export const useLiveHistory = (id: string): void => {
  const client = useQueryClient();
  useEffect(() => {
    const readHistoryAnew = () => {
      const { queryKey } = keyHistoryQuery(id);
      // What somebody is just reading on goes on.
      void readAnew(client, { queryKey }, { cancelRefetch: false });
    };
    const stop = onKeyEvent(({ key }) => {
      if (key._id === id) readHistoryAnew();
    });
    const stopReading = onKeyListChanged(readHistoryAnew);
    return () => {
      stop();
      stopReading();
    };
  }, [client, id]);
};
