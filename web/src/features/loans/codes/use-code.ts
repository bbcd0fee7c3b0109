import { asRefusedAccess } from '@keydesk/shared/access/refused-access';
import type { CodeRefusal, KeyEvent } from '@keydesk/shared/events';
import { type Holder, type Key, standingOf } from '@keydesk/shared/keys/key';
import type { CodeRequest } from '@keydesk/shared/loans/qr-payload';
import {
  type Correction,
  correctionOf,
  type ShownHandover,
} from '@keydesk/shared/loans/shown-result';
import { t } from '@keydesk/shared/texts/en/codes';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { ApiError, api, call, getErrorMessage } from '../../../lib/api.ts';
import { usePageVisible } from '../../../lib/hooks.ts';
import { useConnection } from '../../../lib/live/connection.ts';
import { onCodeRefused, onKeyEvent } from '../../../lib/live/events.ts';
import { keysQuery } from '../../keys/queries.ts';
import { useTimeLeft, useWakeLock } from './code-countdown.tsx';
import { issuedCode } from './shown-code.ts';

export type CodeState =
  | { phase: 'loading' }
  | { phase: 'error'; message: string; retry: boolean; advice?: string | null }
  | {
      phase: 'shown';
      qrText: string;
      timeLeft: number;
      validity: number;
      refusal: string | null;
      progress?: string | null;
    }
  | { phase: 'expired'; qrText: string }
  /** The desk refused the code for good. */
  | { phase: 'refused'; message: string }
  | { phase: 'taken'; taker: string }
  /**
   * `dueAt` is when a handed-out key is due. `corrections` are what the record says instead about
   * keys whose handover no longer holds (`shown-result`).
   */
  | {
      phase: 'done';
      dueAt: string | null;
      keyCount: number;
      corrections: readonly Correction[];
    };

/** Why access rules refuse this code, and what to do next; null for any other failure. */
function refusedAccessOf(error: Error | null): { message: string; advice: string | null } | null {
  const refused = error instanceof ApiError ? asRefusedAccess(error.details) : null;
  const { next } = refused?.verdict ?? {};
  return error && refused && { message: error.message, advice: next ? t(nextTexts[next]) : null };
}

const nextTexts = {
  request: 'details-say-how',
  'return-first': 'show-return-code',
  'ask-desk': 'ask-desk',
} as const;

let lastInstanceId = 0;

/**
 * Issues a code for `request` and follows it until it expires or the handover has happened. With
 * `keepFresh`, an expired code renews itself a few times.
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
  const { done, corrections, dueAt, taker, report, check } = useCodeStatus(
    request,
    userId,
    instanceId,
    // Nothing competes with the code until it has arrived or was refused.
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
    if (done)
      return { phase: 'done', dueAt, keyCount: requestedKeyIds(request).length, corrections };
    if (taker) return { phase: 'taken', taker: taker.name };
    if (report) return { phase: 'error', message: report, retry: false };
    if (inputError) return { phase: 'error', message: inputError, retry: false };
    if (issued.isFetching || renewing) return { phase: 'loading' };
    const refusedAccess = refusedAccessOf(issued.error);
    if (refusedAccess) return { phase: 'error', ...refusedAccess, retry: false };
    if (issued.error)
      return {
        phase: 'error',
        message: t('failed', { reason: getErrorMessage(issued.error) }),
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
    if (done || taker || report || !issued.data || issued.isFetching || issued.error) return false;
    // A voided or used code was replaced by another one.
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

function missingInput(request: CodeRequest, userId: string): string | null {
  if (!userId) return t('not-signed-in');
  return requestedKeyIds(request).every(Boolean) ? null : t('key-id-required');
}

/** Each read issues a new code and voids the old one, so only an explicit refetch may repeat it. */
function issuedCodeQuery(request: CodeRequest, instanceId: number) {
  return queryOptions({
    queryKey: ['codes', 'issued', instanceId, request],
    queryFn: ({ signal }) => issuedCode(request, signal),
    staleTime: 'static',
    gcTime: 0,
  });
}

/** Renewals before the user must ask for the next code. */
const maxRenewals = 5;

/** Calls `renew` on expiry while the page is visible, up to `maxRenewals` times until `restart`. */
function useRenewal(
  expired: boolean,
  renew: () => void,
): { renewing: boolean; restart: () => void } {
  const [renewals, setRenewals] = useState(0);
  const visible = usePageVisible();
  const renewing = expired && visible && renewals < maxRenewals;
  const renewNow = useEffectEvent(() => {
    setRenewals(renewals + 1);
    renew();
  });
  useEffect(() => {
    if (renewing) renewNow();
  }, [renewing]);
  return { renewing, restart: () => setRenewals(0) };
}

/**
 * Why the desk could not use this code. Null before a try, and once a key has changed, because the
 * same code may then work.
 */
function useRefusal(
  request: CodeRequest,
  issuedAt: string | undefined,
  onRefused: () => void,
): CodeRefusal | null {
  const [refusal, setRefusal] = useState<CodeRefusal | null>(null);
  useEffect(() => {
    const stopRefusals = onCodeRefused((received) => {
      if (received.issuedAt !== issuedAt) return;
      setRefusal(received);
      onRefused();
    });
    const stopKeys = onKeyEvent(({ key }) => {
      if (requestedKeyIds(request).includes(key._id))
        setRefusal((before) => (before && endsCode(before) ? before : null));
    });
    return () => {
      stopRefusals();
      stopKeys();
    };
  }, [request, issuedAt, onRefused]);
  return refusal?.issuedAt === issuedAt ? refusal : null;
}

function endsCode({ code }: CodeRefusal): boolean {
  return code === 'QR_EXPIRED' || code === 'QR_VOIDED' || code === 'QR_USED';
}

type CodeStatus = {
  done: boolean;
  corrections: Correction[];
  dueAt: string | null;
  taker: Holder | null;
  /** That the requested key is reported, so that no one can take it. */
  report: string | null;
  check: () => void;
};

function useCodeStatus(
  request: CodeRequest,
  userId: string,
  instanceId: number,
  watching: boolean,
): CodeStatus {
  /** The keys after the handover, as far as events have arrived. */
  const [completed, setCompleted] = useState<readonly Key[]>([]);
  const [eventKey, setEventKey] = useState<Key | null>(null);
  const connected = useConnection() === 'connected';
  useEffect(
    () =>
      onKeyEvent((event) => {
        if (requestedKeyIds(request).includes(event.key._id)) setEventKey(event.key);
        if (eventCompletes(request, userId, event))
          setCompleted((keys) =>
            keys.some(({ _id }) => _id === event.key._id) ? keys : [...keys, event.key],
          );
      }),
    [request, userId],
  );
  const completedByEvents = requestedKeyIds(request).every((id) =>
    completed.some(({ _id }) => _id === id),
  );
  const poll = useQuery({
    queryKey: ['codes', 'outcome', instanceId],
    queryFn: ({ signal, client }) => readCodeStatus(request, userId, { signal, client }),
    enabled: ({ state }) => watching && !completedByEvents && state.data?.done !== true,
    refetchInterval: connected ? pollWhileConnected : pollWhileDisconnected,
    gcTime: 0,
    retry: false,
  });
  const done = completedByEvents || poll.data?.done === true;
  const [polled = null] = poll.data?.keys ?? [];
  const key = request.type === 'batch-return' ? eventKey : newerOf(eventKey, polled);
  const { refetch } = poll;
  const { data: now } = useQuery({ ...keysQuery, enabled: done });
  const left = completedByEvents ? completed : (poll.data?.keys ?? []);
  return {
    done,
    corrections: done ? correctionsOf(request, userId, { left, now }) : [],
    dueAt: done ? (key?.dueAt ?? null) : null,
    taker: done || !key ? null : takerOf(request, userId, key),
    report: done || !key ? null : reportOf(request, key),
    check: useCallback(() => void refetch(), [refetch]),
  };
}

function newerOf(one: Key | null, other: Key | null): Key | null {
  if (!one || !other) return one ?? other;
  return one.version > other.version ? one : other;
}

async function readCodeStatus(
  request: CodeRequest,
  userId: string,
  { signal, client }: { signal: AbortSignal; client: QueryClient },
): Promise<{ done: boolean; keys: Key[] }> {
  if (request.type === 'batch-return') {
    const all = await client.fetchQuery({ ...keysQuery, staleTime: 0 });
    const keys = all.filter(({ _id }) => request.keyIds.includes(_id));
    return { done: keys.every((key) => keyCompletes(request, userId, key)), keys };
  }
  const { key } = (await call(api.getKey, { params: { id: request.keyId }, signal })).data;
  return { done: keyCompletes(request, userId, key), keys: [key] };
}

type DoneKeys = {
  left: readonly Key[];
  now: readonly Key[] | undefined;
};

function correctionsOf(
  { type }: Pick<CodeRequest, 'type'>,
  userId: string,
  { left, now }: DoneKeys,
): Correction[] {
  const handover = type === 'key-request' ? 'hand-out' : 'return';
  return left.flatMap((key) => {
    const { _id: keyId, keyNumber, version } = key;
    const shown: ShownHandover = {
      keyId,
      keyNumber,
      handover,
      loanId: handover === 'hand-out' ? key.loanId : null,
      holder: { id: userId, name: '' },
      at: (handover === 'hand-out' ? key.takenAt : key.returnedAt) ?? key.updatedAt,
      version,
    };
    const current = now && (now.find(({ _id }) => _id === keyId) ?? null);
    return correctionOf(shown, current, userId) ?? [];
  });
}

/** Poll intervals with and without a live connection, where an event may still be lost. */
const pollWhileDisconnected = 3_000;
const pollWhileConnected = 15_000;

export function eventCompletes(request: CodeRequest, userId: string, event: KeyEvent): boolean {
  if (!requestedKeyIds(request).includes(event.key._id)) return false;
  if (request.type !== 'key-request')
    return event.action === 'qr-return' || event.action === 'return';
  return event.action === 'qr-request'
    ? event.requestingUserId === userId
    : event.action === 'take' && event.key.takenBy?.userId === userId;
}

export function keyCompletes(request: CodeRequest, userId: string, key: Key): boolean {
  if (request.type === 'batch-return') return key.loanId === null;
  const withUser = key.takenBy?.userId === userId;
  if (request.type === 'key-request') return withUser;
  // The server hides the holder of a disputed loan.
  return key.status === 'available' || (key.takenBy !== null && !withUser);
}

/** Who else has the requested key; null while it is at the desk or with this user. */
export function takerOf(request: CodeRequest, userId: string, key: Key): Holder | null {
  if (request.type !== 'key-request' || key._id !== request.keyId) return null;
  return key.takenBy?.userId === userId ? null : key.takenBy;
}

function reportOf({ type }: CodeRequest, key: Key): string | null {
  const { keyNumber, takenBy, condition } = key;
  if (type !== 'key-request' || takenBy || !condition || standingOf(key) !== 'reported')
    return null;
  return t('is-reported', { keyNumber, condition });
}

function requestedKeyIds(request: CodeRequest): readonly string[] {
  return request.type === 'batch-return' ? request.keyIds : [request.keyId];
}
