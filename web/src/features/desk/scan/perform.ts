import { appError } from '@keydesk/shared/errors';
import { parseQrData } from '@keydesk/shared/handovers/qr-parse';
import { parseToken } from '@keydesk/shared/handovers/qr-token';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { api, call } from '../../../lib/api.ts';
import type { ScanEvent, ScanTask } from './machine.ts';
import {
  keyIdOfFailure,
  mentionsExpiry,
  type Outcome,
  type ReturnCode,
  type ReturnDetails,
  returnDetails,
  toScanFailure,
} from './results.ts';

const byNumber = new Intl.Collator(undefined, { numeric: true }).compare;

/** Does the work of a scan with the server and returns the resulting event; never throws. */
export async function performScan(work: ScanTask): Promise<ScanEvent> {
  try {
    return work.task === 'read' ? await read(work.text) : await takeBack(work.text, work.details);
  } catch (cause) {
    return toFailedEvent(cause, work.text);
  }
}

async function read(text: string): Promise<ScanEvent> {
  const plan = planScan(text);
  switch (plan.next) {
    case 'refuse':
      throw appError('QR_INVALID', plan.reason);
    case 'request':
      return handOut(text);
    case 'batch':
      return takeBackBatch(text);
    case 'resolve':
      return resolve(text);
    case 'show-key':
      return { type: 'key-found', key: await fetchKey(plan.keyId) };
  }
}

async function handOut(qrData: string): Promise<ScanEvent> {
  const { data } = await call(api.scanRequest, { body: { qrData }, signal: requestTimeout() });
  const { keyNumber, keyName, takenAt, updatedAt } = data.key;
  const personName = data.requestingUser.name;
  const at = takenAt ?? updatedAt;
  return toFinishedEvent({ kind: 'handed-over', keyNumber, keyName, personName, at });
}

/** A request without an answer after this time has failed; the scan may be repeated. */
function requestTimeout() {
  return AbortSignal.timeout(12_000);
}

function toFinishedEvent(outcome: Outcome): ScanEvent {
  return { type: 'finished', outcome };
}

async function takeBackBatch(qrData: string): Promise<ScanEvent> {
  const { data } = await call(api.batchReturn, { body: { qrData }, signal: requestTimeout() });
  const keyNumbers = data.keys.map(({ keyNumber }) => keyNumber).sort(byNumber);
  return toFinishedEvent({ kind: 'batch-returned', keyNumbers, at: data.processedAt });
}

async function resolve(qrData: string): Promise<ScanEvent> {
  const { data } = await call(api.resolveCode, { body: { qrData }, signal: requestTimeout() });
  const [keyId] = data.keyIds;
  if (data.shape === 'request') return handOut(qrData);
  if (data.shape === 'batch') return takeBackBatch(qrData);
  if (data.shape !== 'return' || !keyId) throw appError('QR_WRONG_TYPE');
  return findReturn({ keyId, userId: data.userId, attested: data.attested });
}

async function findReturn(code: ReturnCode): Promise<ScanEvent> {
  const [key, user] = await Promise.all([
    fetchKey(code.keyId).catch(() => null),
    code.userId ? fetchUser(code.userId).catch(() => null) : null,
  ]);
  return { type: 'return-found', details: returnDetails(code, key, user) };
}

async function fetchKey(id: string) {
  return (await call(api.getKey, { params: { id }, signal: requestTimeout() })).data.key;
}

async function fetchUser(userId: string) {
  return (await call(api.getUser, { params: { userId }, signal: requestTimeout() })).user;
}

async function takeBack(qrData: string, { loanId }: ReturnDetails): Promise<ScanEvent> {
  const body = loanId ? { qrData, loanId } : { qrData };
  const { data } = await call(api.scanReturn, { body, signal: requestTimeout() });
  const { keyNumber, keyName, returnedAt, updatedAt } = data.key;
  const personName = data.originalUser.name;
  const at = returnedAt ?? updatedAt;
  return toFinishedEvent({ kind: 'returned', keyNumber, keyName, personName, at });
}

async function toFailedEvent(cause: unknown, text: string): Promise<ScanEvent> {
  const failure = toScanFailure(cause);
  const keyId = mentionsExpiry(failure.message) ? keyIdOfFailure(cause, text) : null;
  const key = keyId ? await fetchKey(keyId).catch(() => null) : null;
  return { type: 'failed', failure: { ...failure, key } };
}

/**
 * What to do with a scanned text: process it at once, ask the server what it is, show the key of a
 * tag, or refuse it.
 */
type ScanPlan =
  | { next: 'request' | 'batch' | 'resolve' }
  | { next: 'show-key'; keyId: string }
  | { next: 'refuse'; reason: string };

/** Decides by the text alone; whether the code is valid is for the server to decide. */
export function planScan(text: string): ScanPlan {
  if (parseToken(text)) return { next: 'resolve' };
  const keyId = parseKeyTag(text);
  if (keyId) return { next: 'show-key', keyId };
  const parsed = parseQrData(text);
  if (!parsed.ok) return { next: 'refuse', reason: parsed.reason };
  const { shape } = parsed.code;
  return { next: shape === 'return' ? 'resolve' : shape };
}
