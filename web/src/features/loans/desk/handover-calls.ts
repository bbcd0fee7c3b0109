import { compareNumbers } from '@keydesk/shared/core/formats';
import type { Key } from '@keydesk/shared/keys/key';
import { isCollected } from '@keydesk/shared/loans/loan-kinds';
import { ApiError, api, call, isRetryable } from '../../../lib/api.ts';
import { chosenDeskId } from '../../../lib/campus.ts';
import { type HandOut, isHandedOut, isTakenBack, type TakeBack } from './handover.ts';
import {
  type HandoverResult,
  handedOut,
  type KeyHandover,
  LoanChanged,
  shownKeyOf,
} from './handover-result.ts';
import { addRecentHandover } from './recent-handovers.tsx';

/** Hands a key out. The result is `repeated` if the person already has it. */
export async function handOut(wanted: HandOut): Promise<KeyHandover> {
  const proofs = { ...wanted.proofs, atDeskId: chosenDeskId() };
  const { overrideReason } = proofs;
  const signal = answerTimeout();
  if ('text' in wanted) {
    const body = { qrData: wanted.text, ...proofs };
    const { key, requestingUser, ...rest } = (await call(api.scanRequest, { body, signal })).data;
    const { id, name, email = '' } = requestingUser;
    const person = { id, name, email, department: null, facultyId: null };
    return remember({ ...handedOut(key, person), ...rest, overrideReason });
  }
  const { item, person, cardText } = wanted;
  const to = cardText ? { cardText } : { holderId: person.id, identifiedBy: 'desk' as const };
  const body = { keyId: item._id, ...to, ...proofs };
  try {
    // The key's number may have changed since it was chosen.
    const { key, ...rest } = (await call(api.lendKey, { body, signal })).data;
    const { awayDeskId: layAtDeskId, notSeenSince: wasNotSeenSince } = item;
    const was = { layAtDeskId, wasNotSeenSince };
    return remember({ ...handedOut(key, person), ...was, ...rest, overrideReason });
  } catch (cause) {
    const key = await keyIfDone(cause, item, (now) => isHandedOut(now, person));
    return { ...handedOut(key, person), repeated: true };
  }
}

/** Requires the loan shown to be open (`shown-loan`); `repeated` if the key is already back. */
export async function takeBack(wanted: TakeBack): Promise<KeyHandover> {
  const { item, text } = wanted;
  try {
    const { key, originalUser, ...rest } = await sendTakeBack(wanted);
    return remember<KeyHandover>({
      kind: text === undefined ? 'collected' : 'returned',
      ...back(key, item),
      personName: originalUser.name,
      ...rest,
    });
  } catch (cause) {
    if (!item?.loanId) throw cause;
    const key = await keyIfDone(cause, item, (now) => isTakenBack(now, item));
    if (key.loanId) throw text === undefined ? new LoanChanged(key) : cause;
    const kind = (await wasCollected(item)) ? 'collected' : 'returned';
    const personName = item.takenBy?.name ?? '';
    return { kind, ...back(key, item), personName, repeated: true };
  }
}

async function sendTakeBack({ item, text, reason, tag }: TakeBack) {
  const signal = answerTimeout();
  if (text !== undefined) {
    const body = { qrData: text, loanId: item?.loanId ?? null, tag };
    return (await call(api.scanReturn, { body, signal })).data;
  }
  const body = {
    ...(reason?.trim() && { reason: reason.trim() }),
    ...(item?.loanId && { loanId: item.loanId }),
    ...(tag && { tag }),
  };
  const params = { id: item?._id ?? '' };
  const { data } = await call(api.collectKey, { params, body, signal });
  return { ...data, disputed: item?.takenBy?.disputed };
}

function back(key: Key, item: Key | null) {
  const at = key.returnedAt ?? key.updatedAt;
  return { ...shownKeyOf(key), loanId: item?.loanId ?? null, at };
}

export async function takeBackBatch(qrData: string): Promise<HandoverResult> {
  const { data } = await call(api.batchReturn, { body: { qrData }, signal: answerTimeout() });
  const keys = data.keys.toSorted((one, other) => compareNumbers(one.keyNumber, other.keyNumber));
  const { processedAt: at, repeated } = data;
  return remember({ kind: 'batch-returned', keys, at, repeated });
}

function remember<R extends HandoverResult>(result: R): R {
  if (!result.repeated) addRecentHandover(result);
  return result;
}

const doneBefore: readonly string[] = ['KEY_NOT_AVAILABLE', 'KEY_NOT_TAKEN', 'LOAN_CHANGED'];

/**
 * The key, if the request succeeded although the call failed: its answer was lost, or it was done
 * before. @throws the failure otherwise
 */
async function keyIfDone(cause: unknown, item: Key, isDone: (now: Key) => boolean): Promise<Key> {
  const mayBeDone = cause instanceof ApiError && doneBefore.includes(cause.code);
  const now = mayBeDone || isRetryable(cause) ? await readKey(item._id) : null;
  if (!now || !isDone(now)) throw cause;
  return now;
}

async function readKey(id: string): Promise<Key | null> {
  const answer = await call(api.getKey, { params: { id }, signal: answerTimeout() }).catch(
    () => null,
  );
  return answer?.data.key ?? null;
}

/** Whether the server says that the loan shown ended by collecting. */
async function wasCollected({ _id: id, loanId }: Key): Promise<boolean> {
  const answer = await call(api.keyHistory, { params: { id }, signal: answerTimeout() }).catch(
    () => null,
  );
  return isCollected(answer?.data.loans.find(({ _id }) => _id === loanId)?.returnType);
}

/** A call without an answer after this time counts as failed. */
export function answerTimeout(): AbortSignal {
  return AbortSignal.timeout(12_000);
}
