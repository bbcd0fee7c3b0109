import type { Key } from '@keydesk/shared/keys/key';
import { api, call } from '../../lib/api.ts';
import { addRecentHandover } from './recent-handovers.tsx';
import type { Outcome } from './scan/results.ts';

/** Takes a key back by hand; the loan that the desk was shown must still be open (`shown-loan`). */
export async function collectKey({ item, reason, tag }: CollectRequest): Promise<Outcome> {
  const trimmedReason = reason.trim();
  const { data } = await call(api.collectKey, {
    params: { id: item._id },
    body: {
      ...(trimmedReason && { reason: trimmedReason }),
      ...(item.loanId && { loanId: item.loanId }),
      ...(tag && { tag }),
    },
  });
  const { _id: keyId, keyNumber, keyName, location, deskId, hook, awayDeskId } = data.key;
  const outcome: Outcome = {
    kind: 'collected',
    keyId,
    keyNumber,
    keyName,
    location,
    deskId,
    hook,
    awayDeskId,
    personName: data.originalUser.name,
    at: data.key.returnedAt ?? data.key.updatedAt,
    waiting: data.waiting,
    waitingNames: data.waitingNames,
  };
  addRecentHandover(outcome);
  return outcome;
}

export type CollectRequest = { item: Key; reason: string; tag?: string | undefined };
