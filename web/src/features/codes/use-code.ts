import { asRefusedAccess } from '@keydesk/shared/access/refused-access';
import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, getErrorMessage } from '../../lib/api.ts';
import { useTimeLeft } from './code-countdown.tsx';
import { requestedKeyIds } from './completion.ts';
import { issuedCode } from './issue-code.ts';
import { useCodeStatus } from './use-code-status.ts';
import { endsCode, useRefusal } from './use-refusal.ts';
import { useRenewal } from './use-renewal.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** What the modal shows. */
export type CodeState =
  | { phase: 'loading' }
  | { phase: 'error'; message: string; retry: boolean; advice?: string | null }
  | {
      phase: 'shown';
      qrText: string;
      timeLeft: number;
      validity: number;
      /** Why the desk could not use it, although it may still. */
      refusal: string | null;
      /** What the desk is doing with it. */
      progress?: string | null;
    }
  | { phase: 'expired'; qrText: string }
  /** The desk could not use the code, and nobody will. */
  | { phase: 'refused'; message: string }
  /** Somebody else has the key. */
  | { phase: 'taken'; taker: string }
  /** The desk has done it; `dueAt` is when a key that it handed out is due. */
  | { phase: 'done'; dueAt: string | null };

/** Why access rules let nobody issue this code, and what to do next; null of any other failure. */
function refusedAccessOf(error: Error | null): { message: string; advice: string | null } | null {
  const refused = error instanceof ApiError ? asRefusedAccess(error.details) : null;
  const { next } = refused?.verdict ?? {};
  return error && refused && { message: error.message, advice: next ? nextTexts[next] : null };
}

const nextTexts = {
  request: 'The details of the key say how to ask for it.',
  'return-first': 'Show its return code under My Keys.',
  'ask-desk': 'If you think that this is wrong, please ask the desk.',
};

let lastInstanceId = 0;

/**
 * Issues a code for `request` and follows it until it expires or the handover has happened. With
 * `keepFresh` an expired code renews itself a few times.
 */
export function useCode(
  request: CodeRequest,
  userId: string,
  open: boolean,
  keepFresh: boolean,
): { state: CodeState; regenerate: () => void } {
  const [instanceId] = useState(nextInstanceId);
  const inputError = missingInput(request, userId);
  const issued = useQuery({
    ...issuedCodeQuery(request, instanceId),
    enabled: open && !inputError,
  });
  const { done, dueAt, taker, check } = useCodeStatus(
    request,
    userId,
    instanceId,
    // Nothing competes with the code until it is there or refused.
    open && !inputError && issued.isFetched,
  );
  const refusal = useRefusal(request, issued.data?.issuedAt, check);
  const expiresAt = refusal?.expiresAt ?? issued.data?.expiresAt;
  const validity = refusal?.expiresAt
    ? Date.parse(refusal.expiresAt) - Date.parse(refusal.issuedAt)
    : (issued.data?.validitySeconds ?? 0) * 1000;
  const timeLeft = useTimeLeft(expiresAt, validity);
  const { renewing, restart } = useRenewal(
    open && keepFresh && hasExpired(),
    () => void issued.refetch(),
  );
  const state = stateOf();
  useWakeLock(open && (state.phase === 'shown' || state.phase === 'loading'));
  useEffect(() => {
    if (done) navigator.vibrate?.(80);
  }, [done]);

  function stateOf(): CodeState {
    if (done) return { phase: 'done', dueAt };
    if (taker) return { phase: 'taken', taker: taker.name };
    if (inputError) return { phase: 'error', message: inputError, retry: false };
    if (issued.isFetching || renewing) return { phase: 'loading' };
    const refusedAccess = refusedAccessOf(issued.error);
    if (refusedAccess) return { phase: 'error', ...refusedAccess, retry: false };
    if (issued.error)
      return {
        phase: 'error',
        message: `Error generating QR code: ${getErrorMessage(issued.error)}`,
        retry: true,
      };
    if (!issued.data) return { phase: 'loading' };
    if (refusal && endsCode(refusal)) return { phase: 'refused', message: refusal.message };
    const { qrText } = issued.data;
    return timeLeft > 0
      ? {
          phase: 'shown',
          qrText,
          timeLeft,
          validity,
          refusal: refusal?.expiresAt ? null : (refusal?.message ?? null),
          progress: refusal?.expiresAt ? refusal.message : null,
        }
      : { phase: 'expired', qrText };
  }

  function hasExpired(): boolean {
    if (done || taker || !issued.data || issued.isFetching || issued.error) return false;
    // A code that is void or used was given up for another one.
    if (refusal && endsCode(refusal) && refusal.code !== 'QR_EXPIRED') return false;
    return timeLeft === 0;
  }

  return {
    state,
    regenerate: () => {
      restart();
      void issued.refetch();
    },
  };
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
    queryFn: ({ signal }) => issuedCode(request, signal),
    staleTime: 'static',
    gcTime: 0,
  });
}
