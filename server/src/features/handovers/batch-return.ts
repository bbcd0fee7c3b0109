import { appError } from '@keydesk/shared/errors';
import { decideBatchReturn } from '@keydesk/shared/handovers/decide';
import type { KeySpot } from '@keydesk/shared/keys/key';
import type { Waiting } from '@keydesk/shared/keys/wait-routes';
import { plural } from '@keydesk/shared/plural';
import { presentSpot } from '../keys/index.ts';
import { parseScan } from './codes.ts';
import { type HandoverContext, loadForReturn } from './load.ts';
import { toLockedKey } from './queries.ts';
import { planTakeBack, type TakeBackResult } from './take-back.ts';
import {
  type DeskUser,
  type HandoverDeps,
  type HandoverPlan,
  redeemCode,
  redeemForeignCode,
} from './transaction.ts';

export type BatchReturnResponse = {
  success: true;
  message: string;
  data: {
    keys: ({
      success: true;
      keyNumber: string;
      keyId: string;
    } & KeySpot &
      Waiting)[];
    returnId: string;
    processedAt: string;
    repeated?: true | undefined;
  };
};

type BatchReturnOptions = {
  keyIds: readonly string[];
  desk: DeskUser;
  method: 'code' | 'unattested-code';
};

/** Takes back the keys of a batch-return code (`whole-batch`). */
export async function batchReturn(
  deps: HandoverDeps,
  desk: DeskUser,
  qrData: unknown,
): Promise<BatchReturnResponse> {
  const scan = parseScan(qrData);
  const returnId = scan.secret ?? scan.claimed?.secret ?? '';
  const answer = (result: TakeBackResult) => toBatchReturnResponse(result, returnId);
  const answered =
    (await redeemCode(deps, {
      scan,
      desk,
      shape: 'batch',
      plan: (context) => planBatch(context, { keyIds: context.code.key_ids, desk, method: 'code' }),
      answer,
    })) ??
    (await redeemForeignCode(deps, {
      scan,
      shape: 'batch',
      load: (tx, { keyIds, userId }) => loadForReturn(tx, keyIds, userId),
      plan: (context, { keyIds }) =>
        planBatch(context, { keyIds, desk, method: 'unattested-code' }),
      answer,
    }));
  return answered ?? batchReturn(deps, desk, qrData);
}

function planBatch(
  { keys, person, now, waiters }: HandoverContext,
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
    waiters,
  });
}

function toBatchReturnResponse(
  { returned, at }: TakeBackResult,
  returnId: string,
): BatchReturnResponse {
  return {
    success: true,
    message: `${plural(returned.length, 'key')} returned successfully`,
    data: {
      keys: returned.map(({ key, waiting }) => ({
        success: true,
        keyNumber: key.keyNumber,
        keyId: key.id,
        ...presentSpot(key),
        ...waiting,
      })),
      returnId,
      processedAt: at.toISOString(),
    },
  };
}
