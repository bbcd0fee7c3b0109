import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import type { Holder, Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { api, call } from '../../lib/api.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { onKeyEvent } from '../../lib/live/events.ts';
import { eventCompletes, keyCompletes, requestedKeyIds, takerOf } from './completion.ts';

type CodeStatus = {
  /** The handover has happened. */
  done: boolean;
  /** When the requested key is due, if that is the handover. */
  dueAt: string | null;
  /** Who else has the requested key. */
  taker: Holder | null;
  /** Asks the server again, at once. */
  check: () => void;
};

/** What became of the keys of a code, known from events or by polling the server. */
export function useCodeStatus(
  request: CodeRequest,
  userId: string,
  instanceId: number,
  watching: boolean,
): CodeStatus {
  const [completedKeyIds, setCompletedKeyIds] = useState<readonly string[]>([]);
  const [eventKey, setEventKey] = useState<Key | null>(null);
  const connected = useConnection() === 'connected';
  useEffect(
    () =>
      onKeyEvent((event) => {
        if (requestedKeyIds(request).includes(event.key._id)) setEventKey(event.key);
        if (eventCompletes(request, userId, event))
          setCompletedKeyIds((ids) =>
            ids.includes(event.key._id) ? ids : [...ids, event.key._id],
          );
      }),
    [request, userId],
  );
  const completedByEvents = requestedKeyIds(request).every((id) => completedKeyIds.includes(id));
  const poll = useQuery({
    queryKey: ['codes', 'outcome', instanceId],
    queryFn: ({ signal }) => readCodeStatus(request, userId, signal),
    enabled: ({ state }) => watching && !completedByEvents && state.data?.done !== true,
    refetchInterval: connected ? pollWhileConnected : pollWhileDisconnected,
    gcTime: 0,
    retry: false,
  });
  const done = completedByEvents || poll.data?.done === true;
  const key = newerOf(eventKey, poll.data?.key ?? null);
  const { refetch } = poll;
  return {
    done,
    dueAt: done ? (key?.dueAt ?? null) : null,
    taker: done || !key ? null : takerOf(request, userId, key),
    check: useCallback(() => void refetch(), [refetch]),
  };
}

function newerOf(one: Key | null, other: Key | null): Key | null {
  if (!one || !other) return one ?? other;
  return one.version > other.version ? one : other;
}

/** Whether the handover has happened; the key, if it is only one. */
async function readCodeStatus(
  request: CodeRequest,
  userId: string,
  signal: AbortSignal,
): Promise<{ done: boolean; key: Key | null }> {
  if (request.type === 'batch-return') {
    const out = new Set((await call(api.allTakenKeys, { signal })).data.keys.map(({ _id }) => _id));
    return { done: request.keyIds.every((id) => !out.has(String(id))), key: null };
  }
  const { key } = (await call(api.getKey, { params: { id: request.keyId }, signal })).data;
  return { done: keyCompletes(request, userId, key), key };
}

/** How often the server is polled without and with a live connection; an event may be lost. */
const pollWhileDisconnected = 3_000;
const pollWhileConnected = 15_000;
