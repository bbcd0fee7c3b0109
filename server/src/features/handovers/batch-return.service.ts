import { refusal } from '@keydesk/shared/errors';
import { decideBatchReturn } from '@keydesk/shared/handovers/decide';
import type { User } from '@keydesk/shared/users/user';
import { decideAndWrite } from '../../db/client.ts';
import type { HandoverDeps } from './handover-deps.ts';
import { checkLegacyTimestamp } from './issued-code.ts';
import { lockedKey } from './locked-key.ts';
import { carryOut, type Plan, publish } from './plan.ts';
import { readScan, type Scan } from './scan.ts';
import { lookAt, type Seen } from './seen.ts';
import { planTakeBack, type TakeBack } from './take-back.ts';
import { useCode } from './use-code.ts';

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
  desk: User;
  method: 'code' | 'unattested-code';
};

const planBatch = (
  { keys, person, now }: Seen,
  { keyIds, desk, method }: BatchOrder,
): Plan<TakeBack> => {
  const verdict = decideBatchReturn(keyIds, keys.map(lockedKey));
  if (!verdict.allowed) throw verdict.refusal;
  if (!person) throw refusal('USER_NOT_FOUND');
  return planTakeBack(keys, now, {
    returner: person,
    desk,
    way: 'batch-code',
    method,
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

const byLegacyCode = async (
  deps: HandoverDeps,
  desk: User,
  { claimed }: Scan,
  returnId: string,
): Promise<BatchAnswer> => {
  if (claimed?.shape !== 'batch') throw refusal('QR_WRONG_TYPE');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  const { keyIds, userId } = claimed;
  if (!deps.acceptsLegacyQr || !userId) throw refusal('QR_NOT_ISSUED');
  const committed = await decideAndWrite(
    deps.db,
    (tx) => lookAt(tx, keyIds, userId),
    (seen) => carryOut(planBatch(seen, { keyIds, desk, method: 'unattested-code' })),
  );
  return answerOf(publish(deps, committed), returnId);
};

/** Takes back every key of a batch-return code, or none (DESIGN §6.6). */
export const batchReturn = async (
  deps: HandoverDeps,
  desk: User,
  qrData: unknown,
): Promise<BatchAnswer> => {
  const scan = readScan(qrData);
  const returnId = scan.secret ?? scan.claimed?.secret ?? '';
  const answer = await useCode(deps, {
    scan,
    desk,
    shape: 'batch',
    plan: (seen) => planBatch(seen, { keyIds: seen.code.key_ids, desk, method: 'code' }),
    answer: (done) => answerOf(done, returnId),
  });
  return answer ?? byLegacyCode(deps, desk, scan, returnId);
};
