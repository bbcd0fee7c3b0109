import { refusal } from '@keydesk/shared/errors';
import { decideBatchReturn } from '@keydesk/shared/handovers/decide';
import type { User } from '@keydesk/shared/users/user';
import { type Transaction, transact } from '../../db/client.ts';
import type { KeyRow } from '../keys/key-row.ts';
import { lockAndReadKeys } from '../keys/keys.service.ts';
import { findPerson } from '../users/find-person.service.ts';
import type { HandoverDeps } from './handover-deps.ts';
import { checkLegacyTimestamp, findIssued } from './issued-code.ts';
import { lockedKey } from './locked-key.ts';
import { readScan, type Scan } from './scan.ts';
import { type TakeBack, takeBack } from './take-back.ts';
import { beginUse, finishUse, shapeOfIssued } from './use-code.ts';

export type BatchAnswer = {
  success: true;
  message: string;
  data: {
    keys: { success: true; keyNumber: string; keyId: string }[];
    returnId: string;
    processedAt: string;
  };
};

type BatchOrder = {
  keyIds: readonly string[];
  /** Those of the keys that exist, under their locks, which the caller holds. */
  keys: readonly KeyRow[];
  returnerId: string;
  desk: User;
  method: 'code' | 'unattested-code';
};

const takeBackAll = async (tx: Transaction, order: BatchOrder): Promise<TakeBack> => {
  const verdict = decideBatchReturn(order.keyIds, order.keys.map(lockedKey));
  if (!verdict.allowed) throw verdict.refusal;
  const returner = await findPerson(tx, order.returnerId);
  if (!returner) throw refusal('USER_NOT_FOUND');
  return takeBack(tx, order.keys, {
    returner,
    desk: order.desk,
    way: 'batch-code',
    method: order.method,
    action: 'qr-return',
    reason: null,
  });
};

const answerOf = ({ returned, at }: TakeBack, returnId: string): BatchAnswer => ({
  success: true,
  message: `${returned.length} ${returned.length === 1 ? 'key' : 'keys'} returned successfully`,
  data: {
    keys: returned.map(({ key }) => ({
      success: true,
      keyNumber: key.key_number,
      keyId: key.id,
    })),
    returnId,
    processedAt: at.toISOString(),
  },
});

const byLegacyCode = async (deps: HandoverDeps, desk: User, { claimed }: Scan) => {
  if (claimed?.shape !== 'batch') throw refusal('QR_WRONG_TYPE');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  const { keyIds, userId } = claimed;
  if (!deps.acceptsLegacyQr || !userId) throw refusal('QR_NOT_ISSUED');
  return transact(deps.db, async (tx) => {
    const keys = await lockAndReadKeys(tx, keyIds);
    return takeBackAll(tx, { keyIds, keys, returnerId: userId, desk, method: 'unattested-code' });
  });
};

/** Takes back every key of a batch-return code, or none (DESIGN §6.6). */
export const batchReturn = async (
  deps: HandoverDeps,
  desk: User,
  qrData: unknown,
): Promise<BatchAnswer> => {
  const scan = readScan(qrData);
  const found = await findIssued(deps.db, scan);
  const returnId = scan.secret ?? scan.claimed?.secret ?? '';
  const publish = (done: TakeBack): BatchAnswer => {
    deps.publisher.keysChanged(done.changes);
    deps.publisher.notified(done.told);
    return answerOf(done, returnId);
  };
  if (!found) return publish(await byLegacyCode(deps, desk, scan));
  if (shapeOfIssued(found) !== 'batch') throw refusal('QR_WRONG_TYPE');

  const outcome = await transact(deps.db, async (tx) => {
    const use = await beginUse<BatchAnswer>(tx, found, scan, desk.id);
    if (use.repeated) return use;
    const done = await takeBackAll(tx, {
      keyIds: found.key_ids,
      keys: use.keys,
      returnerId: found.user_id,
      desk,
      method: 'code',
    });
    await finishUse(tx, use.code, desk.id, answerOf(done, returnId), done.at);
    return { repeated: false as const, done };
  });
  return outcome.repeated ? outcome.result : publish(outcome.done);
};
