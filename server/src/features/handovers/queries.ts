import type { CodesVoided } from '@keydesk/shared/events';
import type { LockedKey } from '@keydesk/shared/handovers/decide';
import type { CodeType } from '@keydesk/shared/handovers/qr-payload';
import type { ScannedTag } from '@keydesk/shared/handovers/tag-check';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import type { Role } from '@keydesk/shared/users/role';
import type { Connection, Statement, Transaction } from '../../platform/db/client.ts';
import { type KeyRow, keyByIdSelect } from '../keys/index.ts';

/**
 * A row of an issued code, with which keys change hands; `now` is the database's clock when the row
 * was read.
 */
export type CodeRow = {
  id: string;
  type: CodeType;
  key_ids: string[];
  user_id: string;
  /** Null of one that this server did not issue. */
  session_id: string | null;
  issued_at: Date;
  expires_at: Date;
  used_at: Date | null;
  used_by: string | null;
  voided_at: Date | null;
  /** Until when the owner of a request asked for the key. */
  until: Date | null;
  result: unknown;
  owner_name: string;
  /** Why they cannot sign in, if they cannot. */
  owner_closed: 'removed' | 'suspended' | null;
  now: Date;
};

const columns = `codes.id, codes.type, codes.key_ids, codes.user_id, codes.session_id,
  codes.issued_at, codes.expires_at, codes.used_at, codes.used_by, codes.voided_at,
  codes.until, codes.result, owner.name AS owner_name,
  CASE WHEN owner.deleted_at IS NOT NULL THEN 'removed'
       WHEN owner.suspended_at IS NOT NULL THEN 'suspended' END AS owner_closed,
  clock_timestamp() AS now`;

const codesWithOwners = 'codes JOIN users AS owner ON owner.id = codes.user_id';

export async function findCode(db: Connection, secretHash: Buffer): Promise<CodeRow | undefined> {
  const { rows } = await db.query<CodeRow>({
    name: 'code-by-secret',
    text: `SELECT ${columns} FROM ${codesWithOwners} WHERE secret_hash = $1 AND type <> 'duty'`,
    values: [secretHash],
  });
  return rows[0];
}

export function lockKeysOfCodeStatement(secretHash: Buffer): Statement {
  return {
    name: 'lock-keys-of-code',
    text: `SELECT FROM keys
          WHERE id = ANY ((SELECT key_ids FROM codes WHERE secret_hash = $1)::text[])
          ORDER BY id FOR UPDATE`,
    values: [secretHash],
  };
}

/** Locks the keys of a code in id order until the transaction ends. */
export async function lockKeysOfCode(tx: Transaction, secretHash: Buffer): Promise<void> {
  await tx.query(lockKeysOfCodeStatement(secretHash));
}

/** A code with the person to whom it was issued. */
export type OwnedCodeRow = CodeRow & {
  owner_email: string;
  owner_role: Role;
  owner_department: string | null;
  owner_faculty_id: string | null;
};

export function lockCodeStatement(secretHash: Buffer): Statement {
  return {
    name: 'lock-code',
    text: `SELECT ${columns}, owner.email AS owner_email, owner.role AS owner_role,
                owner.department AS owner_department, owner.faculty_id AS owner_faculty_id
           FROM ${codesWithOwners}
          WHERE secret_hash = $1 AND type <> 'duty' FOR UPDATE OF codes FOR KEY SHARE OF owner`,
    values: [secretHash],
  };
}

/**
 * Locks a code until the transaction ends and reads it under the lock, with its owner, who cannot
 * be deleted until then.
 */
export async function lockCode(
  tx: Transaction,
  secretHash: Buffer,
): Promise<OwnedCodeRow | undefined> {
  const { rows } = await tx.query<OwnedCodeRow>(lockCodeStatement(secretHash));
  return rows[0];
}

export function keysOfCodeStatement(secretHash: Buffer): Statement {
  return {
    name: 'keys-of-code',
    text: `${keyByIdSelect}
          WHERE k.id = ANY ((SELECT key_ids FROM codes WHERE secret_hash = $1)::text[])
          ORDER BY k.id`,
    values: [secretHash],
  };
}

/** The keys of a code with their open loans, deleted ones included, in id order. */
export async function findKeysOfCode(tx: Transaction, secretHash: Buffer): Promise<KeyRow[]> {
  const { rows } = await tx.query<KeyRow>(keysOfCodeStatement(secretHash));
  return rows;
}

/** What the desk scanned as a tag, with the key that it belongs to; null when it scanned none. */
export async function readScannedTag(
  tx: Transaction,
  text: string | undefined,
): Promise<ScannedTag | null> {
  if (text === undefined) return null;
  const id = parseKeyTag(text);
  if (!id) return { text, key: null };
  const { rows } = await tx.query<{ id: string; keyNumber: string }>({
    name: 'key-of-tag',
    text: 'SELECT id, key_number AS "keyNumber" FROM keys WHERE id = $1',
    values: [id],
  });
  return { text, key: rows[0] ?? null };
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
 * Stores a code, issued now by the database's clock, in whole milliseconds like the payload's.
 * Locks the session, so that ending it either voids this code or comes first: then undefined.
 */
export async function insertCode(
  tx: Transaction,
  code: NewCode,
): Promise<{ issued_at: Date; expires_at: Date } | undefined> {
  const { rows } = await tx.query<{ issued_at: Date; expires_at: Date }>({
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
  return rows[0];
}

const active = 'used_at IS NULL AND voided_at IS NULL';

/** Voids a person's active codes for any of these keys, and their active batch code if asked. */
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

/** Voids the active codes of a person or a session; the desk is told of them after the commit. */
export async function voidCodes(
  tx: Transaction,
  owner: { userId: string } | { sessionId: string },
): Promise<CodesVoided[]> {
  const [column, value] =
    'userId' in owner ? ['user_id', owner.userId] : ['session_id', owner.sessionId];
  const { rows } = await tx.query<CodesVoided>(
    `UPDATE codes SET voided_at = clock_timestamp() WHERE ${column} = $1 AND ${active}
     RETURNING user_id AS "userId", key_ids AS "keyIds"`,
    [value],
  );
  return rows;
}

export async function voidEveryCode(tx: Transaction): Promise<void> {
  await tx.query(`UPDATE codes SET voided_at = clock_timestamp() WHERE ${active}`);
}

/** A key's row in the form that the handover rules take. */
export function toLockedKey(row: KeyRow): LockedKey {
  return {
    id: row.id,
    keyNumber: row.keyNumber,
    isActive: row.deletedAt === null,
    openLoan: row.loanId && row.holderId ? { id: row.loanId, holderId: row.holderId } : null,
  };
}

export async function findDeskName(db: Connection, deskId: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>({
    name: 'desk-name',
    text: 'SELECT name FROM desks WHERE id = $1',
    values: [deskId],
  });
  return rows[0]?.name ?? null;
}
