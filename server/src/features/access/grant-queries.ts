import type { Grant } from '@keydesk/shared/access/grant-routes';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/ids.ts';
import { isActiveGrant } from '../../platform/db/predicates.ts';

type GrantRow = Omit<
  Grant,
  'key' | 'user' | 'givenBy' | 'validFrom' | 'validUntil' | 'lastUsedAt'
> & {
  keyId: string;
  keyNumber: string;
  keyName: string;
  userId: string;
  userName: string;
  giverId: string;
  giverName: string;
  validFrom: Date;
  validUntil: Date | null;
  lastUsedAt: Date | null;
};

const grantSelect = `
  SELECT g.id, g.key_id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
         g.user_id AS "userId", u.name AS "userName", giver.id AS "giverId",
         giver.name AS "giverName", g.valid_from AS "validFrom", g.valid_until AS "validUntil",
         g.uses_left AS "usesLeft", g.reason, g.request_id AS "requestId",
         (SELECT max(l.taken_at) FROM loans l
           WHERE l.key_id = g.key_id AND l.holder_id = g.user_id) AS "lastUsedAt"
    FROM grants g
    JOIN keys k ON k.id = g.key_id AND k.deleted_at IS NULL
    JOIN users u ON u.id = g.user_id AND u.deleted_at IS NULL
    JOIN users giver ON giver.id = g.given_by`;

/** More are found by key or person. */
const maxListed = 1_000;

export type GrantFilter = { keyId?: string | undefined; userId?: string | undefined };

/** The active grants that a person may see: their own, those of their keys, and all for admins. */
export async function listGrants(
  db: Connection,
  readerId: string,
  isAdmin: boolean,
  { keyId, userId }: GrantFilter = {},
): Promise<Grant[]> {
  const { rows } = await db.query<GrantRow>(
    `${grantSelect}
      WHERE ${isActiveGrant('g')}
        AND ($2::boolean OR g.user_id = $1 OR k.owner_id = $1)
        AND ($3::text IS NULL OR g.key_id = $3) AND ($4::text IS NULL OR g.user_id = $4)
      ORDER BY k.key_number, u.name, g.valid_from, g.id LIMIT ${maxListed}`,
    [readerId, isAdmin, keyId ?? null, userId ?? null],
  );
  return rows.map(presentGrant);
}

/** A grant, over or not. */
export async function findGrant(db: Connection, id: string): Promise<Grant | undefined> {
  const { rows } = await db.query<GrantRow>(`${grantSelect} WHERE g.id = $1`, [id]);
  return rows[0] && presentGrant(rows[0]);
}

function presentGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    key: { id: row.keyId, keyNumber: row.keyNumber, keyName: row.keyName },
    user: { id: row.userId, name: row.userName },
    givenBy: { id: row.giverId, name: row.giverName },
    validFrom: row.validFrom.toISOString(),
    validUntil: row.validUntil?.toISOString() ?? null,
    usesLeft: row.usesLeft,
    reason: row.reason,
    requestId: row.requestId,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** The keys that a person owns, by number. */
export async function listOwnKeys(db: Connection, ownerId: string): Promise<Grant['key'][]> {
  const { rows } = await db.query<Grant['key']>(
    `SELECT id, key_number AS "keyNumber", key_name AS "keyName" FROM keys
      WHERE owner_id = $1 AND deleted_at IS NULL ORDER BY key_number, id`,
    [ownerId],
  );
  return rows;
}

type GrantValues = {
  keyId: string;
  userId: string;
  givenBy: string;
  validFrom: Date;
  validUntil: Date | null;
  usesLeft: number | null;
  requestId: string | null;
  reason: string;
};

/** Stores a grant; the caller holds the lock on access. */
export async function insertGrant(tx: Transaction, grant: GrantValues): Promise<string> {
  const id = newId();
  const { keyId, userId, givenBy, validFrom, validUntil, usesLeft, requestId, reason } = grant;
  await tx.query(
    `INSERT INTO grants (id, key_id, user_id, given_by, valid_from, valid_until, uses_left,
                         request_id, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, keyId, userId, givenBy, validFrom, validUntil, usesLeft, requestId, reason],
  );
  return id;
}

/** Ends what a person has of a key already, keeping the rows (`kept-grants`); returns their ids. */
export async function revokeGrantsFor(
  tx: Transaction,
  { keyId, userId }: { keyId: string; userId: string },
  revokedBy: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE grants g SET revoked_at = clock_timestamp(), revoked_by = $3
      WHERE key_id = $1 AND user_id = $2 AND ${isActiveGrant('g')} RETURNING id`,
    [keyId, userId, revokedBy],
  );
  return rows.map(({ id }) => id);
}

/** Ends an active grant; false if it has ended already. */
export async function revokeGrant(
  tx: Transaction,
  id: string,
  revokedBy: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE grants g SET revoked_at = clock_timestamp(), revoked_by = $2
      WHERE id = $1 AND ${isActiveGrant('g')}`,
    [id, revokedBy],
  );
  return rowCount === 1;
}
