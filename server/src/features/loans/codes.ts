import { randomBytes } from 'node:crypto';
import { type AppError, appError } from '@keydesk/shared/core/errors';
import { withReason } from '@keydesk/shared/core/rule-verdict';
import { dueFor, untilRefusal } from '@keydesk/shared/due/due-for';
import type { CodesVoided } from '@keydesk/shared/events';
import {
  decideBatchReturn,
  decideCode,
  decideHandOut,
  decideTakeBack,
  type IssuedCode,
  matchesIssuedCode,
  timestampError,
} from '@keydesk/shared/loans/decide';
import {
  formatToken,
  isSecret,
  parseQrData,
  parseToken,
  type ScannedCode,
  secretAlphabet,
  secretLength,
} from '@keydesk/shared/loans/qr-parse';
import type { CodeIssued } from '@keydesk/shared/loans/qr-payload';
import {
  batchValiditySeconds,
  type CodeRequest,
  type QrPayload,
  toQrPayload,
} from '@keydesk/shared/loans/qr-payload';
import {
  type UnavailableKey,
  type UsedCode,
  usedCodeKey,
} from '@keydesk/shared/loans/refused-handover';
import type { IssuedQr } from '@keydesk/shared/loans/routes';
import type { User } from '@keydesk/shared/people/user';
import {
  type Connection,
  type Database,
  databaseNow,
  type Transaction,
  transact,
} from '../../db/client.ts';
import { hashSecret, newId } from '../../db/ids.ts';
import { type RowOf, toAnswer } from '../../db/rows.ts';
import { type AccessPolicy, gatherAccess, requireAccess } from '../access/index.ts';
import type { CurrentDue } from '../due/index.ts';
import { findKeys, type KeyRow, presentKey } from '../keys/index.ts';
import { lockUserForUpdate } from '../people/index.ts';
import {
  type CodeRow,
  findCode,
  insertCode,
  toLockedKey,
  voidCodes,
  voidCodesForKeys,
} from './queries.ts';
import type { ForeignCode } from './statement.ts';

type CodePolicy = {
  validitySeconds: number;
  format: 'auto' | 'compact';
  due: CurrentDue;
  /** Who may take which keys, apart from what the database says. */
  access: () => AccessPolicy;
};

/**
 * Maximum payload size, in bytes. Longer JSON (more than twenty keys) becomes a token. Other
 * scanners understand only JSON, but at five frames a second a camera needs more than a second for
 * longer payloads. Of the scanner bench's hard frames it reads 46 % at 689 bytes (twenty keys), 32
 * % at 959 (thirty) and 19 % at 1,229 (forty).
 */
const maxJsonBytes = 700;

/**
 * Issues a single-use code and voids the codes that it replaces (`one-living-code`).
 * @throws the error that the handover itself would meet now
 */
export async function issueCode(
  db: Database,
  caller: { user: User; sessionId: string },
  request: CodeRequest,
  policy: CodePolicy,
): Promise<IssuedQr> {
  return transact(db, async (tx) => {
    const { user, sessionId } = caller;
    if (!(await lockUserForUpdate(tx, user.id))) throw appError('SESSION_ENDED');
    await requireAllowed(tx, user, request, policy);
    const isBatch = request.type === 'batch-return';
    const keyIds = isBatch ? request.keyIds : [request.keyId];
    const validitySeconds = isBatch ? batchValiditySeconds : policy.validitySeconds;
    const secret = newSecret();
    await voidCodesForKeys(tx, user.id, keyIds, isBatch);
    const issued = await insertCode(tx, {
      id: newId(),
      type: request.type,
      secretHash: hashSecret(secret),
      keyIds,
      userId: user.id,
      sessionId,
      validitySeconds,
      ...(request.type === 'key-request' && request.until && { until: new Date(request.until) }),
    });
    if (!issued) throw appError('SESSION_ENDED');
    const { issued_at: issuedAt, expires_at: expiresAt } = issued;
    const qrData = toQrPayload({ type: request.type, keyIds, userId: user.id, issuedAt, secret });
    return {
      qrData,
      qrText: toQrText(qrData, secret, policy.format),
      issuedAt: issuedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      validitySeconds,
    };
  });
}

/** Unused codes, oldest first, whose keys have neither moved nor been deleted since. */
export async function listWaitingCodes(db: Connection): Promise<CodeIssued[]> {
  const rows = await db.rows<RowOf<CodeIssued, 'expiresAt'>>(
    `SELECT c.type, c.user_id AS "userId", u.name AS "personName", c.key_ids AS "keyIds",
            c.expires_at AS "expiresAt"
       FROM codes c JOIN users u ON u.id = c.user_id
      WHERE c.type <> 'duty' AND c.used_at IS NULL AND c.voided_at IS NULL
        AND c.expires_at > clock_timestamp()
        AND NOT EXISTS (SELECT FROM keys k WHERE k.id = ANY (c.key_ids) AND k.deleted_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM loans l WHERE l.key_id = ANY (c.key_ids)
                           AND greatest(l.taken_at, l.returned_at) > c.issued_at)
      ORDER BY c.issued_at, c.id`,
  );
  return rows.map(toAnswer);
}

async function requireAllowed(
  tx: Transaction,
  user: User,
  request: CodeRequest,
  policy: CodePolicy,
): Promise<void> {
  const keyIds = request.type === 'batch-return' ? request.keyIds : [request.keyId];
  const rows = await findKeys(tx, keyIds);
  const keys = rows.map(toLockedKey);
  const verdict =
    request.type === 'batch-return'
      ? decideBatchReturn(keyIds, keys)
      : request.type === 'key-request'
        ? decideHandOut(keys[0], user)
        : decideTakeBack(keys[0], { holderId: user.id });
  const [key] = rows;
  // While a loan is disputed, only the desk may see who the holder is.
  if (!verdict.allowed) throw refusedHandOut(verdict.error, key?.holderDisputes ? undefined : key);
  if (request.type !== 'key-request' || !key) return;
  const asked = { keyId: key.id, personId: user.id };
  requireAccess(await gatherAccess(tx, asked, policy.access()), { key, holder: user });
  if (request.until)
    requirePossible(
      key,
      { holderId: user.id, until: new Date(request.until) },
      policy.due,
      await databaseNow(tx),
    );
}

/** @throws the reason why the key is not available until then (`promised-return`) */
function requirePossible(
  key: KeyRow,
  { holderId, until }: { holderId: string; until: Date },
  due: CurrentDue,
  now: Date,
): void {
  const calendar = due.calendar();
  const usual = dueFor(now, { key, holderId, rules: due.rules() }, calendar);
  const { timezone } = calendar;
  const error = untilRefusal(usual, until, key.keyNumber, { now, timezone });
  if (error) throw error.status === 409 ? withReason(error) : error;
}

function toQrText(payload: QrPayload, secret: string, format: CodePolicy['format']): string {
  const json = JSON.stringify(payload);
  return format === 'compact' || Buffer.byteLength(json) > maxJsonBytes
    ? formatToken(secret)
    : json;
}

export function voidCodesOfSession(tx: Transaction, sessionId: string): Promise<CodesVoided[]> {
  return voidCodes(tx, { sessionId });
}

/** The event about the person's change also notifies the desk. */
export async function voidCodesOfUser(tx: Transaction, userId: string): Promise<void> {
  await voidCodes(tx, { userId });
}

/** A random requestId or returnId: 26 base32 characters (`issued-codes`). */
export function newSecret(): string {
  return Array.from(randomBytes(secretLength), (byte) => secretAlphabet[byte & 31]).join('');
}

/**
 * `secret` may name an issued code, `claimed` is what the payload says, and `hash` is the lookup
 * key of stored codes; null if the code can be neither issued nor stored.
 */
export type Scan = { secret: string | null; claimed: ScannedCode | null; hash: Buffer | null };

/** Parses a compact token or a JSON payload. */
export function parseScan(qrData: unknown): Scan {
  const token = typeof qrData === 'string' ? parseToken(qrData) : null;
  if (token) return { secret: token, claimed: null, hash: hashSecret(token) };
  const parsed = parseQrData(qrData);
  if (!parsed.ok) throw parsed.error;
  const claimed = parsed.code;
  if (claimed.secret && isSecret(claimed.secret))
    return { secret: claimed.secret, claimed, hash: hashSecret(claimed.secret) };
  return { secret: null, claimed, hash: claimed.shape === 'return' ? null : hashOf(claimed) };
}

/** Hashes every field, because the requestId of a foreign code may be missing or not unique. */
function hashOf({ type, keyIds, userId, secret, timestamp }: ScannedCode): Buffer {
  return hashSecret(JSON.stringify([type, keyIds, userId, secret, timestamp]));
}

/** Undefined when this server did not issue the code. */
export async function findIssuedCode(db: Connection, scan: Scan): Promise<CodeRow | undefined> {
  if (!scan.hash) return undefined;
  const row = await findCode(db, scan.hash);
  if (!row && !scan.claimed) throw appError('QR_NOT_ISSUED');
  return row;
}

/**
 * Checks that this desk may use the code, by the `database-clock`; `keys` are those of the code.
 * False when this desk has already used it and the handover still holds (`repeatable-scan`).
 */
export function isFirstUse(
  row: CodeRow,
  scan: Scan,
  { scannerId, keys }: { scannerId: string; keys: readonly KeyRow[] },
): boolean {
  if (!isAsIssued(row, scan)) throw appError('QR_FORGED');
  const verdict = decideCode(toIssuedCode(row), scannerId, row.now, keys);
  if (verdict.outcome === 'refused')
    throw verdict.error.withDetails(
      row.used_at ? usedCode(row, row.used_at, keys) : unusedCode(row),
    );
  return verdict.outcome === 'valid';
}

/** `closedOwner` names an owner whose suspension or removal voided the code. */
function unusedCode(row: CodeRow) {
  const closed = row.owner_closed && { closedOwner: row.owner_name, closedAs: row.owner_closed };
  return { type: row.type, keyIds: row.key_ids, ...closed };
}

function usedCode(row: CodeRow, usedAt: Date, keys: readonly KeyRow[]): UsedCode {
  const used = {
    type: row.type,
    keyIds: row.key_ids,
    usedAt: usedAt.toISOString(),
    person: { userId: row.user_id, name: row.owner_name },
  };
  return { ...used, keys: keys.map((key) => usedCodeKey(used, presentKey(key, 'desk'))) };
}

/** Whether the payload matches the issued code; a bare token always does. */
export function isAsIssued(row: CodeRow, { claimed }: Scan): boolean {
  return !claimed || matchesIssuedCode(claimed, toIssuedCode(row));
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

/** Refuses one of the `foreign-codes` outside the validity window of its own timestamp. */
export function checkLegacyTimestamp(
  claimed: ScannedCode,
  now: Date,
  validitySeconds: number,
): void {
  const error = timestampError(claimed.timestamp, now, windowOf(claimed, validitySeconds));
  const { type, keyIds } = claimed;
  if (error) throw error.withDetails({ type, keyIds });
}

function windowOf({ shape }: ScannedCode, validitySeconds: number): number {
  return shape === 'batch' ? batchValiditySeconds : validitySeconds;
}

/** A code without a timestamp never expires, so its use must never be forgotten. */
const neverExpires = new Date('9999-12-31T00:00:00Z');

/** The row that marks one of the `foreign-codes` as used at `now`. */
export function toForeignCode(
  claimed: ScannedCode & { userId: string },
  hash: Buffer,
  { now, validitySeconds }: { now: Date; validitySeconds: number },
): ForeignCode {
  const { type, keyIds, userId, timestamp } = claimed;
  const window = windowOf(claimed, validitySeconds);
  return {
    type,
    hash: hash.toString('hex'),
    keyIds,
    userId,
    issuedAt: timestamp ?? now,
    expiresAt: timestamp ? new Date(timestamp.getTime() + window * 1000) : neverExpires,
  };
}

/** Adds the key, its holder and the start of the loan to the refusal of a key that is out. */
export function refusedHandOut(error: AppError, row: KeyRow | undefined): AppError {
  const details = error.code === 'KEY_NOT_AVAILABLE' && row ? unavailableKey(row) : null;
  return details ? error.withDetails(details) : error;
}

function unavailableKey(row: KeyRow): UnavailableKey | null {
  const { id, keyNumber, keyName, holderId, holderName, takenAt } = row;
  if (!holderId || !takenAt) return null;
  return {
    key: { keyId: id, keyNumber, keyName },
    holder: { userId: holderId, name: holderName ?? '' },
    since: takenAt.toISOString(),
  };
}
