import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { useTimeLeft } from './code-countdown.tsx';
import { requestedKeyIds } from './completion.ts';
import { useOutcome } from './use-outcome.ts';
import { endsCode, useRefusal } from './use-refusal.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** What the modal shows. */
export type CodeState =
  | { phase: 'loading' }
  | { phase: 'error'; message: string; retry: boolean }
  | {
      phase: 'shown';
      qrText: string;
      timeLeft: number;
      validity: number;
      /** Why the desk could not use it, although it may still. */
      refusal: string | null;
    }
  | { phase: 'expired'; qrText: string }
  /** The desk could not use the code, and nobody will. */
  | { phase: 'refused'; message: string }
  /** Somebody else has the key. */
  | { phase: 'taken'; taker: string }
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
  const { done, taker, check } = useOutcome(request, userId, instanceId, open && !inputError);
  const refusal = useRefusal(request, issued.data?.issuedAt, check);
  const timeLeft = useTimeLeft(issued.data?.expiresAt);
  const state = stateOf();
  useWakeLock(open && state.phase === 'shown');
  useEffect(() => {
    if (done) navigator.vibrate?.(80);
  }, [done]);

  function stateOf(): CodeState {
    if (done) return { phase: 'done' };
    if (taker) return { phase: 'taken', taker: taker.name };
    if (inputError) return { phase: 'error', message: inputError, retry: false };
    if (issued.isFetching) return { phase: 'loading' };
    if (issued.error)
      return {
        phase: 'error',
        message: `Error generating QR code: ${getErrorMessage(issued.error)}`,
        retry: true,
      };
    if (!issued.data) return { phase: 'loading' };
    if (refusal && endsCode(refusal)) return { phase: 'refused', message: refusal.message };
    const { qrText, validitySeconds } = issued.data;
    return timeLeft > 0
      ? {
          phase: 'shown',
          qrText,
          timeLeft,
          validity: validitySeconds * 1000,
          refusal: refusal?.message ?? null,
        }
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
