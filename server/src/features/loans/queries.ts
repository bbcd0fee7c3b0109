import type { CodesVoided } from '@keydesk/shared/events';
import type { Role } from '@keydesk/shared/http/roles';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import type { LockedKey, ScannedTag } from '@keydesk/shared/loans/decide';
import type { CodeType, ScanShape } from '@keydesk/shared/loans/qr-payload';
import type { UserDetails } from '@keydesk/shared/people/user';
import { type Connection, databaseNow, type Statement, type Transaction } from '../../db/client.ts';
import { retiredOf } from '../../db/predicates.ts';
import {
  type AccessPolicy,
  type GatheredAccess,
  gatherAccess,
  lockAccessForHandOut,
  lockVisitor,
} from '../access/index.ts';
import {
  type KeyRow,
  keyByIdSelect,
  lockAndReadKeys,
  type StoredRetiredKey,
  toRetiredKey,
} from '../keys/index.ts';

import { lockPersonForShare } from '../people/index.ts';
import { findWaiters, findWaitersOfCode, type Waiter } from './waits.ts';

/**
 * The input of a handover's decision. `keys` are locked and in id order, `person` is null when
 * deleted, `now` is the database's clock after the locks were taken, and `waiters` are read for
 * returns only.
 */
export type HandoverContext = {
  keys: KeyRow[];
  person: UserDetails | null;
  now: Date;
  scannedTag?: ScannedTag | null;
  waiters?: readonly Waiter[];
};

/** `access` is null without a key or person. */
export type HandOutContext = HandoverContext & { access: GatheredAccess | null };

export type CodeHandoverContext = HandOutContext & { code: OwnedCodeRow };

/** Loads one key for a hand-out, with access (`rules-hold-at-once`). */
export async function loadForHandOut(
  tx: Transaction,
  { keyId, personId, tag }: { keyId: string; personId: string; tag?: string | undefined },
  policy: AccessPolicy,
): Promise<HandOutContext> {
  const [, context, , access] = await Promise.all([
    lockAccessForHandOut(tx),
    loadForHandover(tx, [keyId], personId, tag),
    lockVisitor(tx, { personId }),
    gatherAccess(tx, { keyId, personId }, policy),
  ]);
  return { ...context, access };
}

/** Locks and reads keys and person, and reads the tag; pipelines its statements. */
async function loadForHandover(
  tx: Transaction,
  keyIds: readonly string[],
  personId: string,
  tag?: string,
): Promise<HandoverContext> {
  const [keys, person, now, scannedTag] = await Promise.all([
    lockAndReadKeys(tx, keyIds),
    lockPersonForShare(tx, personId),
    databaseNow(tx),
    readScannedTag(tx, tag),
  ]);
  return { keys, person, now, scannedTag };
}

/** Also reads who waits for the keys. */
export async function loadForReturn(
  tx: Transaction,
  keyIds: readonly string[],
  personId: string,
  tag?: string,
): Promise<HandoverContext> {
  const [context, waiters] = await Promise.all([
    loadForHandover(tx, keyIds, personId, tag),
    findWaiters(tx, keyIds),
  ]);
  return { ...context, waiters };
}

/**
 * Locks and reads the keys of an issued code, then the code and its owner; undefined for an unknown
 * secret. Keys are locked first, as in every handover; only the lock on access precedes them, which
 * returns do not take (`rules-hold-at-once`).
 */
export async function loadByCode(
  tx: Transaction,
  secretHash: Buffer,
  { tag, shape, policy }: { tag?: string | undefined; shape: ScanShape; policy: AccessPolicy },
): Promise<CodeHandoverContext | undefined> {
  const isHandOut = shape === 'request';
  const [, , code, keys, scannedTag, waiters, access] = await Promise.all([
    isHandOut && lockAccessForHandOut(tx),
    tx.query(lockKeysOfCodeStatement(secretHash)),
    tx.first<OwnedCodeRow>(lockCodeStatement(secretHash)),
    tx.rows<KeyRow>(keysOfCodeStatement(secretHash)),
    readScannedTag(tx, tag),
    isHandOut ? [] : findWaitersOfCode(tx, secretHash),
    isHandOut ? gatherAccess(tx, { codeHash: secretHash }, policy) : null,
  ]);
  const person = code ? ownerOf(code) : null;
  return code && { code, keys, person, now: code.now, scannedTag, waiters, access };
}

function ownerOf(row: OwnedCodeRow): UserDetails | null {
  return row.owner_closed
    ? null
    : {
        id: row.user_id,
        name: row.owner_name,
        email: row.owner_email,
        role: row.owner_role,
        department: row.owner_department as UserDetails['department'],
        facultyId: row.owner_faculty_id,
        phone: row.owner_phone,
      };
}

/** An issued code with its keys; `now` is the database's clock at the time of the read. */
export type CodeRow = {
  id: string;
  type: CodeType;
  key_ids: string[];
  user_id: string;
  /** Null for a code that this server did not issue. */
  session_id: string | null;
  issued_at: Date;
  expires_at: Date;
  used_at: Date | null;
  used_by: string | null;
  voided_at: Date | null;
  /** The due time that the owner of a request asked for. */
  until: Date | null;
  result: unknown;
  owner_name: string;
  owner_language: string | null;
  /** Why the owner cannot sign in; null if they can. */
  owner_closed: 'removed' | 'suspended' | null;
  now: Date;
};

const columns = `codes.id, codes.type, codes.key_ids, codes.user_id, codes.session_id,
  codes.issued_at, codes.expires_at, codes.used_at, codes.used_by, codes.voided_at,
  codes.until, codes.result, owner.name AS owner_name, owner.language AS owner_language,
  CASE WHEN owner.deleted_at IS NOT NULL THEN 'removed'
       WHEN owner.suspended_at IS NOT NULL THEN 'suspended' END AS owner_closed,
  clock_timestamp() AS now`;

const codesWithOwners = 'codes JOIN users AS owner ON owner.id = codes.user_id';

export async function findCode(db: Connection, secretHash: Buffer): Promise<CodeRow | undefined> {
  return db.first<CodeRow>({
    name: 'code-by-secret',
    text: `SELECT ${columns} FROM ${codesWithOwners} WHERE secret_hash = $1 AND type <> 'duty'`,
    values: [secretHash],
  });
}

/** Locks in id order until the transaction ends. */
export function lockKeysOfCodeStatement(secretHash: Buffer): Statement {
  return {
    name: 'lock-keys-of-code',
    text: `SELECT FROM keys
          WHERE id = ANY ((SELECT key_ids FROM codes WHERE secret_hash = $1)::text[])
          ORDER BY id FOR UPDATE`,
    values: [secretHash],
  };
}

type OwnedCodeRow = CodeRow & {
  owner_email: string;
  owner_role: Role;
  owner_department: string | null;
  owner_faculty_id: string | null;
  owner_phone: string | null;
};

/** Locks a code until the transaction ends; its owner cannot be deleted until then. */
export function lockCodeStatement(secretHash: Buffer): Statement {
  return {
    name: 'lock-code',
    text: `SELECT ${columns}, owner.email AS owner_email, owner.role AS owner_role,
                owner.department AS owner_department, owner.faculty_id AS owner_faculty_id,
                owner.phone AS owner_phone
           FROM ${codesWithOwners}
          WHERE secret_hash = $1 AND type <> 'duty' FOR UPDATE OF codes FOR KEY SHARE OF owner`,
    values: [secretHash],
  };
}

/** In id order, with open loans; includes deleted keys. */
export function keysOfCodeStatement(secretHash: Buffer): Statement {
  return {
    name: 'keys-of-code',
    text: `${keyByIdSelect}
          WHERE k.id = ANY ((SELECT key_ids FROM codes WHERE secret_hash = $1)::text[])
          ORDER BY k.id`,
    values: [secretHash],
  };
}

/** The scanned tag and its key; null without a scan. */
export async function readScannedTag(
  tx: Transaction,
  text: string | undefined,
): Promise<ScannedTag | null> {
  if (text === undefined) return null;
  const id = parseKeyTag(text);
  if (!id) return { text, key: null };
  const key = await tx.first<{
    id: string;
    keyNumber: string;
    retired: StoredRetiredKey | null;
  }>({
    name: 'key-of-tag',
    text: `SELECT id, key_number AS "keyNumber", ${retiredOf('keys')} AS retired
             FROM keys WHERE id = $1 OR tag = $1`,
    values: [id],
  });
  const retired = key?.retired ? toRetiredKey(key.retired) : null;
  return { text, key: key ? { ...key, retired } : null };
}

type NewCode = {
  id: string;
  type: CodeType | 'duty';
  secretHash: Buffer;
  keyIds: readonly string[];
  userId: string;
  sessionId: string;
  validitySeconds: number;
  until?: Date | undefined;
};

/**
 * Stores a code issued by the database's clock, in whole milliseconds like the payload. Locks the
 * session, so that a concurrent sign-out either voids this code or makes this return undefined.
 */
export async function insertCode(
  tx: Transaction,
  code: NewCode,
): Promise<{ issued_at: Date; expires_at: Date } | undefined> {
  return tx.first<{ issued_at: Date; expires_at: Date }>({
    name: 'insert-code',
    text: `INSERT INTO codes (id, type, secret_hash, key_ids, user_id, session_id, until, issued_at,
                              expires_at)
           SELECT $1, $2, $3, $4, $5, $6, $8::timestamptz, t, t + make_interval(secs => $7)
             FROM date_trunc('milliseconds', clock_timestamp()) AS t,
                  (SELECT 1 FROM sessions WHERE id = $6 AND revoked_at IS NULL FOR SHARE) AS active_session
        RETURNING issued_at, expires_at`,
    values: [
      code.id,
      code.type,
      code.secretHash,
      code.keyIds,
      code.userId,
      code.sessionId,
      code.validitySeconds,
      code.until ?? null,
    ],
  });
}

const active = 'used_at IS NULL AND voided_at IS NULL';

/** Voids a person's active codes for these keys, and with `batch` their active batch code. */
export async function voidCodesForKeys(
  tx: Transaction,
  userId: string,
  keyIds: readonly string[],
  includeBatch: boolean,
): Promise<void> {
  await tx.query({
    name: 'void-codes-for-keys',
    text: `UPDATE codes SET voided_at = clock_timestamp()
            WHERE user_id = $1 AND ${active}
              AND (key_ids && $2 OR ($3 AND type = 'batch-return'))`,
    values: [userId, keyIds, includeBatch],
  });
}

/** Voids active codes; returns the events to publish after the commit. */
export async function voidCodes(
  tx: Transaction,
  owner: { userId: string } | { sessionId: string },
): Promise<CodesVoided[]> {
  const [column, value] =
    'userId' in owner ? ['user_id', owner.userId] : ['session_id', owner.sessionId];
  return tx.rows<CodesVoided>(
    `UPDATE codes SET voided_at = clock_timestamp() WHERE ${column} = $1 AND ${active}
     RETURNING user_id AS "userId", key_ids AS "keyIds"`,
    [value],
  );
}

export async function voidEveryCode(tx: Transaction): Promise<void> {
  await tx.query(`UPDATE codes SET voided_at = clock_timestamp() WHERE ${active}`);
}

export function toLockedKey(row: KeyRow): LockedKey {
  return {
    id: row.id,
    keyNumber: row.keyNumber,
    isActive: row.deletedAt === null,
    openLoan: row.loanId && row.holderId ? { id: row.loanId, holderId: row.holderId } : null,
    blockedBy: row.blocked ? row.condition : null,
  };
}

export async function findDeskName(db: Connection, deskId: string): Promise<string | null> {
  const row = await db.first<{ name: string }>({
    name: 'desk-name',
    text: 'SELECT name FROM desks WHERE id = $1',
    values: [deskId],
  });
  return row?.name ?? null;
}
