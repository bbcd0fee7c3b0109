import { refusal } from '@keydesk/shared/errors';
import { decideBatchReturn, decideHandOut, decideTakeBack } from '@keydesk/shared/handovers/decide';
import type { IssuedQr } from '@keydesk/shared/handovers/handovers.routes';
import { type CodeWish, payloadOf } from '@keydesk/shared/handovers/qr-generation';
import { batchValiditySeconds, type QrPayload } from '@keydesk/shared/handovers/qr-payload';
import { tokenFor } from '@keydesk/shared/handovers/qr-token';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/new-id.ts';
import { hashSecret } from '../../hash-secret.ts';
import { readKeys } from '../keys/keys.service.ts';
import { holdUser } from '../users/hold-user.service.ts';
import { newSecret } from './code-secret.ts';
import { insertCode, voidCodes, voidCodesForKeys, voidEveryCode } from './codes.repository.ts';
import { lockedKey } from './locked-key.ts';

export type CodePolicy = { validitySeconds: number; format: 'auto' | 'compact' };

/**
 * Longer JSON, from twenty-one keys on, becomes a token: other scanners understand JSON alone, but
 * this is as much of it as a camera still reads within about a second. Of the scanner bench's hard
 * frames 46 % of 689 bytes (twenty keys) are read, 32 % of 959 (thirty), 19 % of 1,229 (forty), and
 * a camera is looked at five times a second.
 */
const longestJsonBytes = 700;

const textOf = (payload: QrPayload, secret: string, format: CodePolicy['format']): string => {
  const json = JSON.stringify(payload);
  return format === 'compact' || Buffer.byteLength(json) > longestJsonBytes
    ? tokenFor(secret)
    : json;
};

const checkWish = async (tx: Transaction, user: User, wish: CodeWish): Promise<void> => {
  const wanted = wish.type === 'batch-return' ? wish.keyIds : [wish.keyId];
  const keys = (await readKeys(tx, wanted)).map(lockedKey);
  const verdict =
    wish.type === 'batch-return'
      ? decideBatchReturn(wanted, keys)
      : wish.type === 'key-request'
        ? decideHandOut(keys[0], user)
        : decideTakeBack(keys[0], { holderId: user.id });
  if (!verdict.allowed) throw verdict.refusal;
};

/**
 * Issues a single-use code to the caller and voids what it replaces (DESIGN §6.3).
 * @throws the refusal that the handover itself would meet, as things stand now.
 */
export const issueCode = async (
  db: Database,
  caller: { user: User; sessionId: string },
  wish: CodeWish,
  policy: CodePolicy,
): Promise<IssuedQr> =>
  transact(db, async (tx) => {
    const { user, sessionId } = caller;
    if (!(await holdUser(tx, user.id))) throw refusal('SESSION_ENDED');
    await checkWish(tx, user, wish);
    const isBatch = wish.type === 'batch-return';
    const keyIds = isBatch ? wish.keyIds : [wish.keyId];
    const validitySeconds = isBatch ? batchValiditySeconds : policy.validitySeconds;
    const secret = newSecret();
    await voidCodesForKeys(tx, user.id, keyIds, isBatch);
    const issued = await insertCode(tx, {
      id: newId(),
      type: wish.type,
      secretHash: hashSecret(secret),
      keyIds,
      userId: user.id,
      sessionId,
      validitySeconds,
    });
    if (!issued) throw refusal('SESSION_ENDED');
    const { issued_at: issuedAt, expires_at: expiresAt } = issued;
    const qrData = payloadOf({ type: wish.type, keyIds, userId: user.id, issuedAt, secret });
    return {
      qrData,
      qrText: textOf(qrData, secret, policy.format),
      issuedAt: issuedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      validitySeconds,
    };
  });

export const voidCodesOfSession = (tx: Transaction, sessionId: string): Promise<void> =>
  voidCodes(tx, { sessionId });

export const voidCodesOfUser = (tx: Transaction, userId: string): Promise<void> =>
  voidCodes(tx, { userId });

export const voidAllCodes = (tx: Transaction): Promise<void> => voidEveryCode(tx);
