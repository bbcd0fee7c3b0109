import type { Key } from '@keydesk/shared/keys/key';
import { ApiError, api, call, isUncertain } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import type { HandoverResult } from '../../lib/handover-result.ts';
import { addRecentHandover } from './recent-handovers.tsx';

/**
 * Takes a key back by hand; the loan that the desk was shown must still be open (`shown-loan`). Of a
 * key that is back already, also if this very call brought it back and its answer was lost, the
 * result is `repeated`.
 * @throws LoanChanged
 */
export async function collectKey(request: CollectRequest): Promise<HandoverResult> {
  const { item, reason, tag } = request;
  const trimmedReason = reason.trim();
  const body = {
    ...(trimmedReason && { reason: trimmedReason }),
    ...(item.loanId && { loanId: item.loanId }),
    ...(tag && { tag }),
  };
  try {
    const signal = answerTimeout();
    const { data } = await call(api.collectKey, { params: { id: item._id }, body, signal });
    const outcome: HandoverResult = {
      kind: 'collected',
      ...keyOf(data.key),
      personName: data.originalUser.name,
      disputed: item.takenBy?.disputed,
      waiting: data.waiting,
      waitingNames: data.waitingNames,
    };
    addRecentHandover(outcome);
    return outcome;
  } catch (cause) {
    return alreadyBack(item, cause);
  }
}

export type CollectRequest = { item: Key; reason: string; tag?: string | undefined };

/** The key came back and was handed out again after its loan was shown. */
export class LoanChanged extends Error {
  /** As it is now. */
  readonly key: Key;

  constructor(key: Key) {
    const holder = key.takenBy?.name ?? 'Unknown User';
    const at = formatTime(Date.parse(key.takenAt ?? key.updatedAt));
    super(`This key has changed hands since. ${holder} took it at ${at}.`);
    this.key = key;
  }
}

/** The return that ended the loan shown, if that is why the key could not be collected. */
async function alreadyBack(item: Key, cause: unknown): Promise<HandoverResult> {
  const refusal = cause instanceof ApiError ? cause.code : '';
  const mayBeOver = ['KEY_NOT_TAKEN', 'LOAN_CHANGED'].includes(refusal) || isUncertain(cause);
  if (!mayBeOver || !item.loanId) throw cause;
  const key = await readKey(item._id);
  if (!key || key.loanId === item.loanId) throw cause;
  if (key.loanId) throw new LoanChanged(key);
  const personName = item.takenBy?.name ?? '';
  const kind = (await wasCollected(item)) ? 'collected' : 'returned';
  return { kind, ...keyOf(key), personName, repeated: true };
}

/** Whether the loan shown ended by collecting, as far as the server says. */
async function wasCollected({ _id: id, loanId }: Key): Promise<boolean> {
  const answer = await call(api.keyHistory, { params: { id }, signal: answerTimeout() }).catch(
    () => null,
  );
  const loan = answer?.data.loans.find(({ _id }) => _id === loanId);
  return loan?.returnType === 'collected';
}

async function readKey(id: string): Promise<Key | null> {
  const answer = await call(api.getKey, { params: { id }, signal: answerTimeout() }).catch(
    () => null,
  );
  return answer?.data.key ?? null;
}

/** A call without an answer after this time has failed. */
function answerTimeout(): AbortSignal {
  return AbortSignal.timeout(12_000);
}

/** What a result shows of a key that is back. */
function keyOf(key: Key) {
  const { keyNumber, keyName, location, deskId, hook, awayDeskId } = key;
  const at = key.returnedAt ?? key.updatedAt;
  return { keyId: key._id, keyNumber, keyName, location, deskId, hook, awayDeskId, at };
}
