import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keysRoot } from '../../features/keys/keys.queries.ts';
import { isConnected } from '../../lib/connection.ts';
import { readAnew } from '../../lib/read-anew.ts';

/** Reads the lists of keys anew after a handover, unless an event tells of it. */
export const useReadKeysAnew = (): (() => void) => {
  const client = useQueryClient();
  return useCallback(() => {
    if (!isConnected()) void readAnew(client, { queryKey: keysRoot });
  }, [client]);
};
