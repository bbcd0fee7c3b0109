import { refusal } from '@keydesk/shared/errors';
import { api, call } from '../../../lib/api-client.ts';
import type { Outcome } from './outcome.ts';
import { planScan } from './plan-scan.ts';
import { type ReturnCode, type ReturnDetails, returnDetails } from './return-details.ts';
import { failureOf, keyIdOfFailure, mentionsExpiry } from './scan-failure.ts';
import type { ScanEvent, Work } from './scan-state.ts';

/** A network that says nothing for this long has failed; the same scan may be repeated. */
const patience = () => AbortSignal.timeout(12_000);

const byNumber = new Intl.Collator(undefined, { numeric: true }).compare;

const finished = (outcome: Outcome): ScanEvent => ({ type: 'finished', outcome });

const handOut = async (qrData: string): Promise<ScanEvent> => {
  const { data } = await call(api.scanRequest, { body: { qrData }, signal: patience() });
  const { keyNumber, keyName, takenAt, updatedAt } = data.key;
  const personName = data.requestingUser.name;
  const at = takenAt ?? updatedAt;
  return finished({ kind: 'handed-over', keyNumber, keyName, personName, at });
};

const takeBackBatch = async (qrData: string): Promise<ScanEvent> => {
  const { data } = await call(api.batchReturn, { body: { qrData }, signal: patience() });
  const keyNumbers = data.keys.map(({ keyNumber }) => keyNumber).sort(byNumber);
  return finished({ kind: 'batch-returned', keyNumbers, at: data.processedAt });
};

const takeBack = async (qrData: string, { loanId }: ReturnDetails): Promise<ScanEvent> => {
  const body = loanId ? { qrData, loanId } : { qrData };
  const { data } = await call(api.scanReturn, { body, signal: patience() });
  const { keyNumber, keyName, returnedAt, updatedAt } = data.key;
  const personName = data.originalUser.name;
  const at = returnedAt ?? updatedAt;
  return finished({ kind: 'returned', keyNumber, keyName, personName, at });
};

const fetchKey = async (id: string) =>
  (await call(api.getKey, { params: { id }, signal: patience() })).data.key;

const fetchUser = async (userId: string) =>
  (await call(api.getUser, { params: { userId }, signal: patience() })).user;

const findReturn = async (code: ReturnCode): Promise<ScanEvent> => {
  const [key, user] = await Promise.all([
    fetchKey(code.keyId).catch(() => null),
    code.userId ? fetchUser(code.userId).catch(() => null) : null,
  ]);
  return { type: 'return-found', details: returnDetails(code, key, user) };
};

const resolve = async (qrData: string): Promise<ScanEvent> => {
  const { data } = await call(api.resolveCode, { body: { qrData }, signal: patience() });
  const [keyId] = data.keyIds;
  if (data.shape === 'request') return handOut(qrData);
  if (data.shape === 'batch') return takeBackBatch(qrData);
  if (data.shape !== 'return' || !keyId) throw refusal('QR_WRONG_TYPE');
  return findReturn({ keyId, userId: data.userId, attested: data.attested });
};

const read = async (text: string): Promise<ScanEvent> => {
  const plan = planScan(text);
  switch (plan.next) {
    case 'refuse':
      throw refusal('QR_INVALID', plan.reason);
    case 'request':
      return handOut(text);
    case 'batch':
      return takeBackBatch(text);
    case 'resolve':
      return resolve(text);
    case 'show-key':
      return { type: 'key-found', key: await fetchKey(plan.keyId) };
  }
};

const failed = async (cause: unknown, text: string): Promise<ScanEvent> => {
  const failure = failureOf(cause);
  const keyId = mentionsExpiry(failure.message) ? keyIdOfFailure(cause, text) : null;
  const key = keyId ? await fetchKey(keyId).catch(() => null) : null;
  return { type: 'failed', failure: { ...failure, key } };
};

/** Does the work with the server and says what came of it; never throws. */
export const performWork = async (work: Work): Promise<ScanEvent> => {
  try {
    return work.task === 'read' ? await read(work.text) : await takeBack(work.text, work.details);
  } catch (cause) {
    return failed(cause, work.text);
  }
};
