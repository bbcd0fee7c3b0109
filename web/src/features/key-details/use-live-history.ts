import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAnew } from '../../lib/read-anew.ts';
import { onKeyEvent } from '../../lib/socket.ts';
import { keyHistoryQuery } from './key-history.queries.ts';

/** Reads a key's history anew with every change of that key. */
export const useLiveHistory = (id: string): void => {
  const client = useQueryClient();
  useEffect(
    () =>
      onKeyEvent(({ key }) => {
        if (key._id === id) void readAnew(client, { queryKey: keyHistoryQuery(id).queryKey });
      }),
    [client, id],
  );
};
