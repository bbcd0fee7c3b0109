import { appError } from '@keydesk/shared/errors';
import { decideBatchReturn } from '@keydesk/shared/handovers/decide';
import type { User } from '@keydesk/shared/users/user';
import { twoRoundTripTransaction } from '../../platform/db/client.ts';
import { checkLegacyTimestamp, parseScan, type Scan } from './codes.ts';
import { toLockedKey } from './queries.ts';
import { planTakeBack, type TakeBackResult } from './take-back.ts';
import {
  type HandoverContext,
  type HandoverDeps,
  type HandoverPlan,
  loadForHandover,
  publish,
  redeemCode,
  toDecision,
} from './transaction.ts';

export type BatchReturnResponse = {
  success: true;
  message: string;
  data: {
    keys: { success: true; keyNumber: string; keyId: string }[];
    returnId: string;
    processedAt: string;
  };
};

type BatchReturnOptions = {
  keyIds: readonly string[];
  desk: User;
  method: 'code' | 'unattested-code';
};

/** Takes back the keys of a batch-return code (`whole-batch`). */
export async function batchReturn(
  deps: HandoverDeps,
  desk: User,
  qrData: unknown,
): Promise<BatchReturnResponse> {
  const scan = parseScan(qrData);
  const returnId = scan.secret ?? scan.claimed?.secret ?? '';
  const answer = await redeemCode(deps, {
    scan,
    desk,
    shape: 'batch',
    plan: (context) => planBatch(context, { keyIds: context.code.key_ids, desk, method: 'code' }),
    answer: (result) => toBatchReturnResponse(result, returnId),
  });
  return answer ?? batchReturnByLegacyCode(deps, desk, scan, returnId);
}

function planBatch(
  { keys, person, now }: HandoverContext,
  { keyIds, desk, method }: BatchReturnOptions,
): HandoverPlan<TakeBackResult> {
  const verdict = decideBatchReturn(keyIds, keys.map(toLockedKey));
  if (!verdict.allowed) throw verdict.error;
  if (!person) throw appError('USER_NOT_FOUND');
  return planTakeBack(keys, now, {
    returner: person,
    desk,
    way: 'batch-code',
    method,
    action: 'qr-return',
    reason: null,
  });
}

function toBatchReturnResponse(
  { returned, at }: TakeBackResult,
  returnId: string,
): BatchReturnResponse {
  return {
    success: true,
    message: `${returned.length} ${returned.length === 1 ? 'key' : 'keys'} returned successfully`,
    data: {
      keys: returned.map(({ key }) => ({
        success: true,
        keyNumber: key.keyNumber,
        keyId: key.id,
      })),
      returnId,
      processedAt: at.toISOString(),
    },
  };
}

async function batchReturnByLegacyCode(
  deps: HandoverDeps,
  desk: User,
  { claimed }: Scan,
  returnId: string,
): Promise<BatchReturnResponse> {
  if (claimed?.shape !== 'batch') throw appError('QR_WRONG_TYPE');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  const { keyIds, userId } = claimed;
  if (!deps.acceptsLegacyQr || !userId) throw appError('QR_NOT_ISSUED');
  const committed = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadForHandover(tx, keyIds, userId),
    (context) => toDecision(planBatch(context, { keyIds, desk, method: 'unattested-code' })),
  );
  return toBatchReturnResponse(publish(deps, committed), returnId);
}
