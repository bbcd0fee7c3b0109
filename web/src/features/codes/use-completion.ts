import type { CodeWish } from '@keydesk/shared/handovers/qr-generation';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, call } from '../../lib/api-client.ts';
import { useConnection } from '../../lib/connection.ts';
import { onKeyEvent } from '../../lib/socket.ts';
import { eventCompletes, keyCompletes } from './completion.ts';
import { wishedKeys } from './wished-keys.ts';

/** How often the server is asked while no events arrive, and while they do: an event may be lost. */
const pollWhileDisconnected = 3_000;
const pollWhileConnected = 15_000;

const readCompleted = async (
  wish: CodeWish,
  userId: string,
  signal: AbortSignal,
): Promise<boolean> => {
  if (wish.type === 'batch-return') {
    const out = new Set((await call(api.allTakenKeys, { signal })).data.keys.map(({ _id }) => _id));
    return wish.keyIds.every((id) => !out.has(String(id)));
  }
  const { data } = await call(api.getKey, { params: { id: wish.keyId }, signal });
  return keyCompletes(wish, userId, data.key);
};

/** Whether the handover that a code is shown for has happened: told by an event, or asked for. */
export const useCompletion = (
  wish: CodeWish,
  userId: string,
  opening: number,
  watching: boolean,
): boolean => {
  const [handled, setHandled] = useState<readonly string[]>([]);
  const connected = useConnection() === 'connected';
  useEffect(
    () =>
      onKeyEvent((event) => {
        if (eventCompletes(wish, userId, event))
          setHandled((ids) => (ids.includes(event.key._id) ? ids : [...ids, event.key._id]));
      }),
    [wish, userId],
  );
  const told = wishedKeys(wish).every((id) => handled.includes(id));
  const asked = useQuery({
    queryKey: ['codes', 'completed', opening],
    queryFn: ({ signal }) => readCompleted(wish, userId, signal),
    enabled: ({ state }) => watching && !told && state.data !== true,
    refetchInterval: connected ? pollWhileConnected : pollWhileDisconnected,
    gcTime: 0,
    retry: false,
  });
  return told || asked.data === true;
};
