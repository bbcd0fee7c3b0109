import { randomBytes } from 'node:crypto';
import { appError } from '@keydesk/shared/errors';
import { decideBatchReturn, decideHandOut, decideTakeBack } from '@keydesk/shared/handovers/decide';
import {
  decideCode,
  type IssuedCode,
  matchesIssuedCode,
} from '@keydesk/shared/handovers/decide-code';
import { parseQrData, type ScannedCode } from '@keydesk/shared/handovers/qr-parse';
import {
  batchValiditySeconds,
  type CodeRequest,
  type QrPayload,
  toQrPayload,
} from '@keydesk/shared/handovers/qr-payload';
import {
  formatToken,
  isSecret,
  parseToken,
  secretAlphabet,
  secretLength,
} from '@keydesk/shared/handovers/qr-token';
import { timestampError } from '@keydesk/shared/handovers/qr-validity';
import type { IssuedQr } from '@keydesk/shared/handovers/routes';
import type { User } from '@keydesk/shared/users/user';
import {
  type Connection,
  type Database,
  type Transaction,
  transact,
} from '../../platform/db/client.ts';
import { newId } from '../../platform/db/tables/columns.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { findKeys } from '../keys/index.ts';
import { lockUserForUpdate } from '../users/index.ts';
import {
  type CodeRow,
  findCode,
  insertCode,
  toLockedKey,
  voidCodes,
  voidCodesForKeys,
  voidEveryCode,
} from './queries.ts';

type CodePolicy = { validitySeconds: number; format: 'auto' | 'compact' };

/**
 * Longer JSON, from twenty-one keys on, becomes a token: other scanners understand JSON alone, but
 * this is as much of it as a camera still reads within about a second. Of the scanner bench's hard
 * frames 46 % of 689 bytes (twenty keys) are read, 32 % of 959 (thirty), 19 % of 1,229 (forty), and
 * a camera is looked at five times a second.
 */
const maxJsonBytes = 700;

/**
 * Issues a single-use code to the caller and voids what it replaces (DESIGN §6.3).
 * @throws the refusal that the handover itself would meet, as things stand now.
 */
export async function issueCode(
  db: Database,
  caller: { user: User; sessionId: string },
  wish: CodeRequest,
  policy: CodePolicy,
): Promise<IssuedQr> {
  return transact(db, async (tx) => {
    const { user, sessionId } = caller;
    if (!(await lockUserForUpdate(tx, user.id))) throw appError('SESSION_ENDED');
    await requireAllowed(tx, user, wish);
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
    if (!issued) throw appError('SESSION_ENDED');
    const { issued_at: issuedAt, expires_at: expiresAt } = issued;
    const qrData = toQrPayload({ type: wish.type, keyIds, userId: user.id, issuedAt, secret });
    return {
      qrData,
      qrText: toQrText(qrData, secret, policy.format),
      issuedAt: issuedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      validitySeconds,
    };
  });
}

async function requireAllowed(tx: Transaction, user: User, wish: CodeRequest): Promise<void> {
  const wanted = wish.type === 'batch-return' ? wish.keyIds : [wish.keyId];
  const keys = (await findKeys(tx, wanted)).map(toLockedKey);
  const verdict =
    wish.type === 'batch-return'
      ? decideBatchReturn(wanted, keys)
      : wish.type === 'key-request'
        ? decideHandOut(keys[0], user)
        : decideTakeBack(keys[0], { holderId: user.id });
  if (!verdict.allowed) throw verdict.error;
}

function toQrText(payload: QrPayload, secret: string, format: CodePolicy['format']): string {
  const json = JSON.stringify(payload);
  return format === 'compact' || Buffer.byteLength(json) > maxJsonBytes
    ? formatToken(secret)
    : json;
}

export function voidCodesOfSession(tx: Transaction, sessionId: string): Promise<void> {
  return voidCodes(tx, { sessionId });
}

export function voidCodesOfUser(tx: Transaction, userId: string): Promise<void> {
  return voidCodes(tx, { userId });
}

/** A fresh requestId or returnId: 26 base32 characters, 130 random bits. */
export function newSecret(): string {
  return Array.from(randomBytes(secretLength), (byte) => secretAlphabet[byte & 31]).join('');
}

/** What was scanned: the secret that may name an issued code, and what the payload claims. */
export type Scan = { secret: string | null; claimed: ScannedCode | null };

/**
 * Reads what the desk sent: a compact token, or a record of spec §5.
 * @throws QR_INVALID with the message of spec §5.
 */
export function parseScan(qrData: unknown): Scan {
  const token = typeof qrData === 'string' ? parseToken(qrData) : null;
  if (token) return { secret: token, claimed: null };
  const parsed = parseQrData(qrData);
  if (!parsed.ok) throw appError('QR_INVALID', parsed.reason);
  const { secret } = parsed.code;
  return { secret: secret && isSecret(secret) ? secret : null, claimed: parsed.code };
}

/** The issued code that a scan names, or undefined when this server issued none such. */
export async function findIssuedCode(db: Connection, scan: Scan): Promise<CodeRow | undefined> {
  if (!scan.secret) return undefined;
  const row = await findCode(db, hashSecret(scan.secret));
  if (!row && !scan.claimed) throw appError('QR_NOT_ISSUED');
  return row;
}

/**
 * Whether this desk may use the code: false when it already did and gets its stored result again.
 * @throws QR_FORGED, QR_USED, QR_VOIDED or QR_EXPIRED.
 */
export function isFirstUse(row: CodeRow, scan: Scan, scannerId: string): boolean {
  const issued = toIssuedCode(row);
  if (scan.claimed && !matchesIssuedCode(scan.claimed, issued)) throw appError('QR_FORGED');
  const verdict = decideCode(issued, scannerId, row.now);
  if (verdict.outcome === 'refused')
    throw verdict.error.withDetails({ type: row.type, keyIds: row.key_ids });
  return verdict.outcome === 'living';
}

function toIssuedCode(row: CodeRow): IssuedCode {
  return {
    type: row.type,
    userId: row.user_id,
    keyIds: row.key_ids,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    usedBy: row.used_by,
    voidedAt: row.voided_at,
  };
}

/** Refuses a code of other making once its own timestamp is outside the validity window (spec §5). */
export function checkLegacyTimestamp(
  claimed: ScannedCode,
  now: Date,
  validitySeconds: number,
): void {
  const window = claimed.shape === 'batch' ? batchValiditySeconds : validitySeconds;
  const fault = timestampError(claimed.timestamp, now, window);
  if (fault) throw appError('QR_INVALID', fault).withDetails({ keyIds: claimed.keyIds });
}

function _voidAllCodes(tx: Transaction): Promise<void> {
  return voidEveryCode(tx);
}
