import { appError } from '@keydesk/shared/errors';
import { withRefusal } from '@keydesk/shared/handovers/refusal';
import type { Wait } from '@keydesk/shared/keys/wait-routes';
import type { User } from '@keydesk/shared/users/user';
import { type Database, transact } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { lockAndReadKeys } from '../keys/index.ts';
import { beginWait, endWait, listWaits } from './queries.ts';

/**
 * The caller is told when this key is back (`told-when-back`); asking again changes nothing. The
 * key's lock orders this before or after its return.
 * @throws KEY_NOT_FOUND, KEY_NOT_OUT or OWN_WAIT
 */
export async function waitForKey(db: Database, caller: User, keyId: string): Promise<Wait> {
  return transact(db, async (tx) => {
    const [key] = await lockAndReadKeys(tx, [keyId]);
    if (!key || key.deletedAt) throw appError('KEY_NOT_FOUND');
    if (!key.loanId) throw withRefusal(appError('KEY_NOT_OUT', key.keyNumber));
    if (key.holderId === caller.id && !key.holderDisputes)
      throw withRefusal(appError('OWN_WAIT', key.keyNumber));
    const begun = await beginWait(tx, { keyId, userId: caller.id });
    if (begun) {
      await recordAudit(tx, { action: 'wait-for-key', actorId: caller.id, keyId });
      return begun;
    }
    const wait = (await listWaits(tx, caller.id)).find((each) => each.keyId === keyId);
    if (!wait) throw new Error('The wait was neither stored nor there before');
    return wait;
  });
}

/** The opposite; without a wait it changes nothing. */
export async function stopWaiting(db: Database, caller: User, keyId: string): Promise<void> {
  await transact(db, async (tx) => {
    const [key] = await lockAndReadKeys(tx, [keyId]);
    if (!key) throw appError('KEY_NOT_FOUND');
    if (await endWait(tx, { keyId, userId: caller.id }))
      await recordAudit(tx, { action: 'stop-waiting', actorId: caller.id, keyId });
  });
}
