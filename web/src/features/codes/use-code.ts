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

let lastInstanceId = 0;

/** Issues a code for `request` and follows it until it expires or the handover has happened. */
export function useCode(
  request: CodeRequest,
  userId: string,
  open: boolean,
): { state: CodeState; regenerate: () => void } {
  const [instanceId] = useState(nextInstanceId);
  const inputError = missingInput(request, userId);
  const issued = useQuery({
    ...issuedCodeQuery(request, instanceId),
    enabled: open && !inputError,
  });
  const done = useCompletion(request, userId, instanceId, open && !inputError);
  const timeLeft = useTimeLeft(issued.data?.expiresAt);
  const state = stateOf();
  useWakeLock(open && state.phase === 'shown');
  useEffect(() => {
    if (done) navigator.vibrate?.(80);
  }, [done]);

  function stateOf(): CodeState {
    if (done) return { phase: 'done' };
    if (inputError) return { phase: 'error', message: inputError, retry: false };
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

function nextInstanceId(): number {
  lastInstanceId += 1;
  return lastInstanceId;
}

/** Why a code cannot be requested at all, or null. */
function missingInput(request: CodeRequest, userId: string): string | null {
  if (!userId) return 'User not authenticated or user ID missing';
  return requestedKeyIds(request).every(Boolean) ? null : 'Key ID is required';
}

/**
 * The code issued for one opening of the modal. The request issues a new code and voids the old one,
 * so only an explicit refetch may read it again.
 */
function issuedCodeQuery(request: CodeRequest, instanceId: number) {
  return queryOptions({
    queryKey: ['codes', 'issued', instanceId, request],
    queryFn: async ({ signal }) => (await call(api.issueCode, { body: request, signal })).data,
    staleTime: 'static',
    gcTime: 0,
  });
}

/** Whether the handover has happened, known from events or by polling the server. */
function useCompletion(
  request: CodeRequest,
  userId: string,
  instanceId: number,
  watching: boolean,
): boolean {
  const [completedKeyIds, setCompletedKeyIds] = useState<readonly string[]>([]);
  const connected = useConnection() === 'connected';
  useEffect(
    () =>
      onKeyEvent((event) => {
        if (eventCompletes(request, userId, event))
          setCompletedKeyIds((ids) =>
            ids.includes(event.key._id) ? ids : [...ids, event.key._id],
          );
      }),
    [request, userId],
  );
  const completedByEvents = requestedKeyIds(request).every((id) => completedKeyIds.includes(id));
  const poll = useQuery({
    queryKey: ['codes', 'completed', instanceId],
    queryFn: ({ signal }) => fetchCompleted(request, userId, signal),
    enabled: ({ state }) => watching && !completedByEvents && state.data !== true,
    refetchInterval: connected ? pollWhileConnected : pollWhileDisconnected,
    gcTime: 0,
    retry: false,
  });
  return completedByEvents || poll.data === true;
}

async function fetchCompleted(
  request: CodeRequest,
  userId: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (request.type === 'batch-return') {
    const out = new Set((await call(api.allTakenKeys, { signal })).data.keys.map(({ _id }) => _id));
    return request.keyIds.every((id) => !out.has(String(id)));
  }
  const { data } = await call(api.getKey, { params: { id: request.keyId }, signal });
  return keyCompletes(request, userId, data.key);
}

/** How often the server is polled without and with a live connection; an event may be lost. */
const pollWhileDisconnected = 3_000;
const pollWhileConnected = 15_000;
