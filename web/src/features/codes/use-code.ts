import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { onKeyEvent } from '../../lib/live/events.ts';
import { useTimeLeft } from './code-countdown.tsx';
import { eventCompletes, keyCompletes, requestedKeyIds } from './completion.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** What the modal shows. */
export type CodeState =
  | { phase: 'loading' }
  | { phase: 'error'; message: string; retry: boolean }
  | { phase: 'shown'; qrText: string; timeLeft: number; validity: number }
  | { phase: 'expired'; qrText: string }
  | { phase: 'done' };

let openings = 0;

/** Issues a code for `wish` and follows it until it expires or the handover has happened. */
export function useCode(
  wish: CodeRequest,
  userId: string,
  open: boolean,
): { state: CodeState; regenerate: () => void } {
  const [opening] = useState(nextOpening);
  const fault = missingInput(wish, userId);
  const issued = useQuery({ ...issuedCodeQuery(wish, opening), enabled: open && !fault });
  const done = useCompletion(wish, userId, opening, open && !fault);
  const timeLeft = useTimeLeft(issued.data?.expiresAt);
  const state = stateOf();
  useWakeLock(open && state.phase === 'shown');
  useEffect(() => {
    if (done) navigator.vibrate?.(80);
  }, [done]);

  function stateOf(): CodeState {
    if (done) return { phase: 'done' };
    if (fault) return { phase: 'error', message: fault, retry: false };
    if (issued.isFetching) return { phase: 'loading' };
    if (issued.error)
      return {
        phase: 'error',
        message: `Error generating QR code: ${getErrorMessage(issued.error)}`,
        retry: true,
      };
    if (!issued.data) return { phase: 'loading' };
    const { qrText, validitySeconds } = issued.data;
    return timeLeft > 0
      ? { phase: 'shown', qrText, timeLeft, validity: validitySeconds * 1000 }
      : { phase: 'expired', qrText };
  }

  return { state, regenerate: () => void issued.refetch() };
}

function nextOpening(): number {
  openings += 1;
  return openings;
}

/** Why a code cannot even be asked for. */
function missingInput(wish: CodeRequest, userId: string): string | null {
  if (!userId) return 'User not authenticated or user ID missing';
  return requestedKeyIds(wish).every(Boolean) ? null : 'Key ID is required';
}

/**
 * The code issued for one opening of the modal. Reading it issues it, and a new one voids the old,
 * so nothing but an explicit refetch may read it again.
 */
function issuedCodeQuery(wish: CodeRequest, opening: number) {
  return queryOptions({
    queryKey: ['codes', 'issued', opening, wish],
    queryFn: async ({ signal }) => (await call(api.issueCode, { body: wish, signal })).data,
    staleTime: 'static',
    gcTime: 0,
  });
}

/** Whether the handover that a code is shown for has happened: told by an event, or asked for. */
function useCompletion(
  wish: CodeRequest,
  userId: string,
  opening: number,
  watching: boolean,
): boolean {
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
  const told = requestedKeyIds(wish).every((id) => handled.includes(id));
  const asked = useQuery({
    queryKey: ['codes', 'completed', opening],
    queryFn: ({ signal }) => fetchCompleted(wish, userId, signal),
    enabled: ({ state }) => watching && !told && state.data !== true,
    refetchInterval: connected ? pollWhileConnected : pollWhileDisconnected,
    gcTime: 0,
    retry: false,
  });
  return told || asked.data === true;
}

async function fetchCompleted(
  wish: CodeRequest,
  userId: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (wish.type === 'batch-return') {
    const out = new Set((await call(api.allTakenKeys, { signal })).data.keys.map(({ _id }) => _id));
    return wish.keyIds.every((id) => !out.has(String(id)));
  }
  const { data } = await call(api.getKey, { params: { id: wish.keyId }, signal });
  return keyCompletes(wish, userId, data.key);
}

/** How often the server is asked while no events arrive, and while they do: an event may be lost. */
const pollWhileDisconnected = 3_000;
const pollWhileConnected = 15_000;
