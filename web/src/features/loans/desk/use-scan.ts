import { asRefusedAccess } from '@keydesk/shared/access/refused-access';
import { type AppError, appError } from '@keydesk/shared/core/errors';
import { compareNumbers } from '@keydesk/shared/core/formats';
import type { StorageLocation } from '@keydesk/shared/keys/key';
import { asKeyElsewhere } from '@keydesk/shared/keys/key-place';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { asNeededTag, needsTagScan } from '@keydesk/shared/loans/decide';
import { parseQrData, parseToken } from '@keydesk/shared/loans/qr-parse';
import { cardTextSchema, looksLikeCardNumber } from '@keydesk/shared/people/search';
import { useEffect, useState } from 'react';
import { ApiError, api, call } from '../../../lib/api.ts';
import { chosenDeskId } from '../../../lib/campus.ts';
import { session } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { onKeyChange, useRefetchKeys } from '../../keys/queries.ts';
import { findByCard } from '../../people/find-people.ts';
import { playFeedback } from '../scanner/feedback.ts';
import { keepScan } from '../scanner/kept-scan.ts';
import {
  expiredCode,
  type HandoverResult,
  type ReturnDetails,
  returnDetails,
  type ScanFailure,
  shownKeyOf,
  toScanFailure,
} from './handover-result.ts';
import { addRecentHandover } from './recent-handovers.tsx';
import {
  type DeskAdditions,
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
  'tag-refused',
  'access-refused',
  'key-elsewhere',
  'return-tag-refused',
]);

/** Announces by sound and vibration how a scan went. */
function handleEvent(event: ScanEvent, onHandover: () => void): void {
  const isUnknownCard = event.type === 'card-read' && !event.person;
  if (isUnknownCard || failures.has(event.type)) playFeedback('failure');
  if (event.type === 'collected' && !event.outcome.repeated) playFeedback('success');
  if (event.type !== 'finished') return;
  onHandover();
  if (event.outcome.repeated) return;
  playFeedback('success');
  addRecentHandover(event.outcome);
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

function perform(work: ScanTask): Promise<ScanEvent> {
  switch (work.task) {
    case 'read':
      return read(work.text);
    case 'hand-out':
      return handOut(work.text, work);
    case 'return':
      return takeBack(work.text, work.details.loanId, work.tag);
  }
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
      return handOut(text);
    case 'batch':
      return takeBackBatch(text);
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

/**
 * Hands the key out, or finds out that its tag has to be scanned, that this is another one's, that
 * access rules do not allow it, or that it is recorded to be at another desk.
 */
async function handOut(
  qrData: string,
  { tag, overrideReason, here }: DeskAdditions = {},
): Promise<ScanEvent> {
  const body = { qrData, tag, overrideReason, here, atDeskId: chosenDeskId() };
  const answer = await call(api.scanRequest, { body, signal: requestTimeout() }).catch(toScanEvent);
  if ('type' in answer) return answer;
  const { key, requestingUser, keepUntil, repeated, ...was } = answer.data;
  const { layAtDeskId, recordedAtDeskId, wasNotSeenSince } = was;
  const { id, name, email = '' } = requestingUser;
  return toFinishedEvent({
    kind: 'handed-over',
    ...shownKeyOf(key),
    layAtDeskId,
    wasNotSeenSince,
    recordedAtDeskId,
    loanId: key.loanId,
    dueAt: key.dueAt,
    keepUntil,
    overrideReason,
    personName: name,
    person: { id, name, email, department: null, facultyId: null },
    at: key.takenAt ?? key.updatedAt,
    repeated,
  });
}

function locationOf({ deskId, hook, awayDeskId }: StorageLocation): StorageLocation {
  return { deskId, hook, awayDeskId };
}

/** A refusal about which the desk can do something; every other cause is thrown on. */
function toScanEvent(cause: unknown): ScanEvent {
  const elsewhere = cause instanceof ApiError ? asKeyElsewhere(cause.details) : null;
  if (elsewhere) return { type: 'key-elsewhere', elsewhere };
  const refused = cause instanceof ApiError ? asRefusedAccess(cause.details) : null;
  if (refused) return { type: 'access-refused', refused };
  const needed = cause instanceof ApiError ? asNeededTag(cause.details) : null;
  if (!needed || !(cause instanceof ApiError)) throw cause;
  return cause.code === 'TAG_NEEDED'
    ? { type: 'tag-needed', needed }
    : { type: 'tag-refused', needed, message: cause.message };
}

/** A request without an answer after this time has failed; the scan may be repeated. */
function requestTimeout() {
  return AbortSignal.timeout(12_000);
}

function toFinishedEvent(outcome: HandoverResult): ScanEvent {
  return { type: 'finished', outcome };
}

async function takeBackBatch(qrData: string): Promise<ScanEvent> {
  const { data } = await call(api.batchReturn, { body: { qrData }, signal: requestTimeout() });
  const keys = data.keys.toSorted((one, other) => compareNumbers(one.keyNumber, other.keyNumber));
  const spots = Object.fromEntries(data.keys.map((key) => [key.keyNumber, locationOf(key)]));
  const waiting = Object.fromEntries(
    data.keys.flatMap(({ keyNumber, waiting, waitingNames }) =>
      waiting ? [[keyNumber, { waiting, waitingNames }]] : [],
    ),
  );
  return toFinishedEvent({
    kind: 'batch-returned',
    keyIds: keys.map(({ keyId }) => keyId),
    keyNumbers: keys.map(({ keyNumber }) => keyNumber),
    loanIds: keys.map(({ loanId }) => loanId),
    versions: keys.map(({ version }) => version),
    spots,
    waiting,
    at: data.processedAt,
    repeated: data.repeated,
  });
}

async function resolve(qrData: string): Promise<ScanEvent> {
  const { data } = await call(api.resolveCode, { body: { qrData }, signal: requestTimeout() });
  const [keyId] = data.keyIds;
  if (data.shape === 'request') return handOut(qrData);
  if (data.shape === 'batch') return takeBackBatch(qrData);
  if (data.shape !== 'return' || !keyId) throw appError('QR_WRONG_TYPE');
  // There is nothing left to confirm.
  if (data.repeated) return takeBack(qrData, null);
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
  return (await call(api.getKey, { params: { id }, signal: requestTimeout() })).data.key;
}

async function takeBack(qrData: string, loanId: string | null, tag?: string): Promise<ScanEvent> {
  const body = { qrData, loanId, tag };
  const answer = await call(api.scanReturn, { body, signal: requestTimeout() }).catch(toTagEvent);
  if ('type' in answer) return answer;
  const { key, originalUser, waiting, waitingNames, repeated } = answer.data;
  return toFinishedEvent({
    kind: 'returned',
    ...shownKeyOf(key),
    loanId: answer.data.loanId ?? loanId,
    waiting,
    waitingNames,
    personName: originalUser.name,
    at: key.returnedAt ?? key.updatedAt,
    repeated,
  });
}

/** That the tag scanned at a return is not the key's own; every other cause is thrown on. */
function toTagEvent(cause: unknown): ScanEvent {
  if (cause instanceof ApiError && needsTagScan(cause.code))
    return { type: 'return-tag-refused', message: cause.message };
  throw cause;
}

async function toFailedEvent(cause: unknown, work: ScanTask): Promise<ScanEvent> {
  const failure = toScanFailure(cause);
  if (work.task === 'return' && failure.code === 'KEY_NOT_TAKEN')
    return { type: 'failed', failure: { ...failure, ...backAlready(work.details) } };
  const expired = expiredCode(cause);
  if (!expired) return { type: 'failed', failure };
  const key = await fetchKey(expired.keyId).catch(() => null);
  const collect = (expired.isReturn && key?.loanId && key) || undefined;
  return { type: 'failed', failure: { ...failure, key, collect } };
}

/** Of a key that came back after its return was shown. */
function backAlready({ keyNumber, keyName }: ReturnDetails): Partial<ScanFailure> {
  return { key: { keyNumber, keyName }, advice: 'It is back already. Nothing was recorded now.' };
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
