import { type AppError, appError } from '@keydesk/shared/core/errors';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { needsTagScan } from '@keydesk/shared/loans/decide';
import { parseQrData, parseToken } from '@keydesk/shared/loans/qr-parse';
import { cardTextSchema, looksLikeCardNumber } from '@keydesk/shared/people/search';
import { useEffect, useState } from 'react';
import { ApiError, api, call } from '../../../lib/api.ts';
import { session } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { onKeyChange, useRefetchKeys } from '../../keys/queries.ts';
import { findByCard } from '../../people/find-people.ts';
import { playFeedback } from '../scanner/feedback.ts';
import { keepScan } from '../scanner/kept-scan.ts';
import { obstacleOf } from './handover.ts';
import { answerTimeout, handOut, takeBack, takeBackBatch } from './handover-calls.ts';
import {
  expiredCode,
  type HandoverResult,
  returnDetails,
  toScanFailure,
} from './handover-result.ts';
import {
  followedKeyId,
  initialScanState,
  type ScanEvent,
  type ScanTask,
  scanReducer,
} from './scan-machine.ts';

/** Runs the scan flow of a page: events in; work and feedback out. */
export function useScan(): ScanFlow {
  const refetchKeys = useRefetchKeys();
  const [flow] = useState(() => createScanFlow((event) => handleEvent(event, refetchKeys)));
  useEffect(() => {
    return onKeyChange(
      (key) => flow.send({ type: 'key-changed', key }),
      () => followedKeyId(flow.get().step),
    );
  }, [flow]);
  return flow;
}

/**
 * Applies events to the state and starts the work that a new state asks for. `onEvent` is called
 * for every event that changed the state, after the change.
 */
function createScanFlow(onEvent: (event: ScanEvent) => void) {
  const state = createStore(initialScanState);
  const send = (event: ScanEvent): void => {
    const before = state.get();
    const after = scanReducer(before, event);
    if (after === before) return;
    state.set(after);
    onEvent(event);
    if (after.step !== before.step && after.step.name === 'working')
      void performScan(after.step.work).then(send);
  };
  return { use: state.use, get: state.get, send };
}

const failures: ReadonlySet<ScanEvent['type']> = new Set([
  'failed',
  'stopped',
  'return-tag-refused',
]);

/** Announces by sound and vibration how a scan went. */
function handleEvent(event: ScanEvent, onHandover: () => void): void {
  const isUnknownCard = event.type === 'card-read' && !event.person;
  if (isUnknownCard || failures.has(event.type)) playFeedback('failure');
  if (event.type === 'collected' && !event.outcome.repeated) playFeedback('success');
  if (event.type !== 'finished') return;
  onHandover();
  if (!event.outcome.repeated) playFeedback('success');
}

export type ScanFlow = ReturnType<typeof createScanFlow>;

/** Does the work of a scan with the server and returns the resulting event; never throws. */
export async function performScan(work: ScanTask): Promise<ScanEvent> {
  const deskId = session.get().user?.id;
  try {
    return await perform(work);
  } catch (cause) {
    if (deskId && isSignedOut(cause)) keepScan(work.text, deskId);
    return toFailedEvent(cause, work);
  }
}

async function perform(work: ScanTask): Promise<ScanEvent> {
  if (work.task === 'read') return read(work.text);
  const { text, tag } = work;
  if (work.task === 'hand-out') return finished(await handOut(work));
  return finished(await takeBack({ text, item: work.details.item, tag }));
}

function finished(outcome: HandoverResult): ScanEvent {
  return { type: 'finished', outcome };
}

function isSignedOut(cause: unknown): boolean {
  return cause instanceof ApiError && cause.status === 401;
}

async function read(text: string): Promise<ScanEvent> {
  const plan = planScan(text);
  switch (plan.next) {
    case 'refuse':
      throw plan.error;
    case 'request':
      return finished(await handOut({ text }));
    case 'batch':
      return finished(await takeBackBatch(text));
    case 'resolve':
      return resolve(text);
    case 'show-key':
      // A locked screen shows no key; the tag is kept until somebody unlocks it.
      if (session.get().desk?.duty?.locked) throw appError('DUTY_LOCKED');
      return { type: 'key-found', key: await fetchKey(plan.keyId) };
    case 'card':
      return readCard(text);
  }
}

async function resolve(qrData: string): Promise<ScanEvent> {
  const { data } = await call(api.resolveCode, { body: { qrData }, signal: answerTimeout() });
  const [keyId] = data.keyIds;
  if (data.shape === 'request') return finished(await handOut({ text: qrData }));
  if (data.shape === 'batch') return finished(await takeBackBatch(qrData));
  if (data.shape !== 'return' || !keyId) throw appError('QR_WRONG_TYPE');
  // There is nothing left to confirm.
  if (data.repeated) return finished(await takeBack({ text: qrData, item: null }));
  const code = { keyId, userId: data.userId, attested: data.attested };
  const details = returnDetails(code, data.key ?? null, data.user ?? null);
  return { type: 'return-found', details };
}

/** Finds whose ID card it is; a text that not even looks like one is not ours at all. */
async function readCard(text: string): Promise<ScanEvent> {
  const person = await findByCard(text);
  if (!person && !looksLikeCardNumber(text)) throw notOurs(text);
  return { type: 'card-read', person };
}

async function fetchKey(id: string) {
  return (await call(api.getKey, { params: { id }, signal: answerTimeout() })).data.key;
}

async function toFailedEvent(cause: unknown, work: ScanTask): Promise<ScanEvent> {
  if (work.task === 'return' && cause instanceof ApiError && needsTagScan(cause.code))
    return { type: 'return-tag-refused', message: cause.message };
  const obstacle = obstacleOf(cause);
  if (obstacle) return { type: 'stopped', obstacle };
  const failure = toScanFailure(cause);
  const expired = expiredCode(cause);
  if (!expired) return { type: 'failed', failure };
  const key = await fetchKey(expired.keyId).catch(() => null);
  const collect = (expired.isReturn && key?.loanId && key) || undefined;
  return { type: 'failed', failure: { ...failure, key, collect } };
}

/**
 * What to do with a scanned text: process it at once, ask the server what it is, show the key of a
 * tag, see whose ID card it is, or refuse it.
 */
type ScanPlan =
  | { next: 'request' | 'batch' | 'resolve' | 'card' }
  | { next: 'show-key'; keyId: string }
  | { next: 'refuse'; error: AppError };

/** Decides by the text alone; whether the code is valid is for the server to decide. */
export function planScan(text: string): ScanPlan {
  if (parseToken(text)) return { next: 'resolve' };
  const keyId = parseKeyTag(text);
  if (keyId) return { next: 'show-key', keyId };
  const parsed = parseQrData(text);
  if (parsed.ok) {
    const { shape } = parsed.code;
    return { next: shape === 'return' ? 'resolve' : shape };
  }
  if (isOfAnotherLayout(text)) return { next: 'refuse', error: appError('SCANNER_LAYOUT') };
  const mayBeCard = !isRecordOrLink.test(text) && cardTextSchema.safeParse(text).success;
  return mayBeCard ? { next: 'card' } : { next: 'refuse', error: notOurs(text) };
}

const isRecordOrLink = /^\s*[[{]|:\/\//;

/**
 * Whether a text that is not ours is one of our codes, typed by a scanner for another keyboard
 * layout than those that are read all the same. The letters of 'userId' are where they are on
 * almost every layout; of a token the length remains.
 */
function isOfAnotherLayout(text: string): boolean {
  if (/^\s*\{\s*"|:\/\//.test(text)) return false;
  return /^kd[^:]\S{26}$/i.test(text) || (text.length > 80 && /userid/i.test(text));
}

function notOurs(text: string): AppError {
  const parsed = parseQrData(text);
  return appError('QR_INVALID', { reason: parsed.ok ? '' : parsed.reason });
}
