import type { CodeWish } from '@keydesk/shared/handovers/qr-generation';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { issuedCodeQuery } from './code.queries.ts';
import { useCompletion } from './use-completion.ts';
import { useTimeLeft } from './use-time-left.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { wishedKeys } from './wished-keys.ts';

/** What the modal shows. */
export type CodeState =
  | { phase: 'loading' }
  | { phase: 'error'; message: string; retry: boolean }
  | { phase: 'shown'; qrText: string; timeLeft: number; validity: number }
  | { phase: 'expired'; qrText: string }
  | { phase: 'done' };

let openings = 0;
const nextOpening = (): number => {
  openings += 1;
  return openings;
};

/** Why a code cannot even be asked for. */
const missing = (wish: CodeWish, userId: string): string | null => {
  if (!userId) return 'User not authenticated or user ID missing';
  return wishedKeys(wish).every(Boolean) ? null : 'Key ID is required';
};

/** Issues a code for `wish` and follows it until it expires or the handover has happened. */
export const useCode = (
  wish: CodeWish,
  userId: string,
  open: boolean,
): { state: CodeState; regenerate: () => void } => {
  const [opening] = useState(nextOpening);
  const fault = missing(wish, userId);
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
        message: `Error generating QR code: ${messageOf(issued.error)}`,
        retry: true,
      };
    if (!issued.data) return { phase: 'loading' };
    const { qrText, validitySeconds } = issued.data;
    return timeLeft > 0
      ? { phase: 'shown', qrText, timeLeft, validity: validitySeconds * 1000 }
      : { phase: 'expired', qrText };
  }

  return { state, regenerate: () => void issued.refetch() };
};
