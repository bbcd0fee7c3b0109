import type { Grant, NewGrant } from '@keydesk/shared/access/grants';
import { appError } from '@keydesk/shared/core/errors';
import { may } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import { t as recordedText } from '@keydesk/shared/texts/en/recorded';
import { recordAudit } from '../../core/audit/record.ts';
import {
  type Connection,
  type Database,
  databaseNow,
  type Transaction,
  transact,
} from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isActiveGrant, isUse } from '../../db/predicates.ts';
import { namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import { findKeys, type KeyRow, readActiveKey } from '../keys/index.ts';
import { lockPersonForShare, searchPeople, searchPeopleByName } from '../people/index.ts';
import { lockAccessForChange } from './hand-out-access.ts';
import { type Recalled, recallWithoutAccess } from './recall.ts';
import type { RequestDeps } from './request-messages.ts';
import { announceAccess } from './rules.ts';

/** The active grants visible to the caller, and the caller's own keys. */
export async function readGrants(
  db: Database,
  caller: User,
  filter: GrantFilter,
): Promise<{ grants: Grant[]; ownKeys: Grant['key'][] }> {
  return {
    grants: await listGrants(db, caller.id, may(caller.role, 'administer'), filter),
    ownKeys: await listOwnKeys(db, caller.id),
  };
}

type FoundPerson = { id: string; name: string; department: string | null };

/** Omits addresses; only the desk searches by part of one (`private-address`). */
export async function findPeopleToGrant(
  db: Database,
  caller: User,
  search: string,
): Promise<FoundPerson[]> {
  const gives = may(caller.role, 'administer') || (await listOwnKeys(db, caller.id)).length > 0;
  if (!gives) throw appError('NOT_YOURS_TO_GIVE');
  const find = may(caller.role, 'performHandovers') ? searchPeople : searchPeopleByName;
  const people = await find(db, search);
  return people
    .filter(({ id, visitor }) => id !== caller.id && !visitor)
    .map(({ id, name, department }) => ({ id, name, department }));
}

/**
 * Gives a person access to a key. A grant that they have is replaced, unless the new one starts
 * later; the history stays.
 */
export async function addGrant(deps: RequestDeps, caller: User, wanted: NewGrant): Promise<Grant> {
  const grant = await transact(deps.db, async (tx) => {
    await lockAccessForChange(tx);
    const key = await requireOwnKey(tx, caller, wanted.keyId);
    if (wanted.userId === caller.id) throw appError('OWN_GRANT');
    const now = await databaseNow(tx);
    const { validFrom, validUntil } = periodOf(wanted, now);
    await requireBorrower(tx, wanted.userId);
    const parties = { keyId: key.id, userId: wanted.userId };
    const replaced = validFrom > now ? [] : await revokeGrantsFor(tx, parties, caller.id);
    const usesLeft = wanted.usesLeft ?? null;
    const id = await insertGrant(tx, {
      ...parties,
      givenBy: caller.id,
      validFrom,
      validUntil,
      usesLeft,
      requestId: null,
      reason: wanted.reason,
    });
    await recordAudit(tx, {
      action: 'give-access',
      actorId: caller.id,
      subjectId: wanted.userId,
      keyId: key.id,
      details: {
        grantId: id,
        validFrom: validFrom.toISOString(),
        validUntil: validUntil?.toISOString() ?? null,
        usesLeft,
        ...(replaced.length > 0 && { replaced: replaced.join(', ') }),
      },
      ...(wanted.reason && { personal: { reason: wanted.reason } }),
    });
    return findGrant(tx, id);
  });
  if (!grant) throw new Error('The new grant was not stored');
  announceAccess(deps.publisher);
  return grant;
}

/** Starts now, unless a later start is given. */
function periodOf(
  { validFrom, validUntil }: NewGrant,
  now: Date,
): { validFrom: Date; validUntil: Date | null } {
  const from = validFrom ? new Date(validFrom) : now;
  const until = validUntil ? new Date(validUntil) : null;
  if (until && until <= now) throw appError('ACCESS_ENDS_BEFORE_NOW');
  return { validFrom: from, validUntil: until };
}

async function requireOwnKey(tx: Transaction, caller: User, keyId: string): Promise<KeyRow> {
  const key = await readActiveKey(tx, keyId);
  if (!may(caller.role, 'administer') && key.ownerId !== caller.id)
    throw appError('NOT_YOURS_TO_GIVE');
  return key;
}

async function requireBorrower(tx: Transaction, userId: string): Promise<void> {
  const person = await lockPersonForShare(tx, userId);
  if (!person) throw appError('PERSON_NOT_FOUND');
  if (!may(person.role, 'borrowKeys')) throw appError('HOLDER_CANNOT_BORROW');
}

/**
 * Ends a grant, and recalls the key if its holder needs the grant; returns what was recalled.
 * @throws GRANT_NOT_FOUND, also if it has ended or the caller may not see it; NOT_YOURS_TO_GIVE
 */
export async function endGrant(
  { db, publisher, due }: RequestDeps,
  caller: User,
  id: string,
): Promise<Recalled> {
  const { recalled } = await transact(db, async (tx) => {
    const grant = await requireOwnGrant(tx, caller, id);
    const [keyId, holderId] = [grant.key.id, grant.user.id];
    const { timezone } = due.calendar();
    const options = { byId: caller.id, timezone, scope: { keyIds: [keyId], holderId } };
    return recallWithoutAccess(tx, options, async () => {
      if (!(await revokeGrant(tx, id, caller.id))) throw appError('GRANT_NOT_FOUND');
      await recordAudit(tx, {
        action: 'end-access',
        actorId: caller.id,
        subjectId: holderId,
        keyId,
        details: { grantId: id },
      });
    });
  });
  announceAccess(publisher, recalled);
  return recalled;
}

/** The grantee sees the grant but cannot end it. Takes no lock. */
async function requireOwnGrant(tx: Transaction, caller: User, id: string): Promise<Grant> {
  const grant = await findGrant(tx, id);
  if (!grant) throw appError('GRANT_NOT_FOUND');
  if (may(caller.role, 'administer')) return grant;
  const [key] = await findKeys(tx, [grant.key.id]);
  if (key?.ownerId === caller.id) return grant;
  throw appError(grant.user.id === caller.id ? 'NOT_YOURS_TO_GIVE' : 'GRANT_NOT_FOUND');
}

type GrantRow = Omit<RowOf<Grant, 'validFrom' | 'validUntil' | 'lastUsedAt'>, 'reason'> & {
  reason: string | null;
};

const grantSelect = `
  SELECT g.id, ${namedAs('u', 'user')}, ${namedAs('giver', 'givenBy')},
         jsonb_build_object('id', k.id, 'keyNumber', k.key_number, 'keyName', k.key_name) AS key,
         g.valid_from AS "validFrom", g.valid_until AS "validUntil",
         g.uses_left AS "usesLeft", g.reason, g.request_id AS "requestId",
         (SELECT max(l.taken_at) FROM loans l
           WHERE l.key_id = g.key_id AND l.holder_id = g.user_id AND ${isUse('l')}) AS "lastUsedAt"
    FROM grants g
    JOIN keys k ON k.id = g.key_id AND k.deleted_at IS NULL
    JOIN users u ON u.id = g.user_id AND u.deleted_at IS NULL
    JOIN users giver ON giver.id = g.given_by`;

/** Filter by key or person to find others. */
const maxListed = 1_000;

type GrantFilter = { keyId?: string | undefined; userId?: string | undefined };

/** A person's own grants and those for their keys; all of them for admins. */
async function listGrants(
  db: Connection,
  readerId: string,
  isAdmin: boolean,
  { keyId, userId }: GrantFilter = {},
): Promise<Grant[]> {
  const rows = await db.rows<GrantRow>(
    `${grantSelect}
      WHERE ${isActiveGrant('g')}
        AND ($2::boolean OR g.user_id = $1 OR k.owner_id = $1)
        AND ($3::text IS NULL OR g.key_id = $3) AND ($4::text IS NULL OR g.user_id = $4)
      ORDER BY k.key_number, u.name, g.valid_from, g.id LIMIT ${maxListed}`,
    [readerId, isAdmin, keyId ?? null, userId ?? null],
  );
  return rows.map(toGrant);
}

function toGrant({ reason, ...row }: GrantRow): Grant {
  return { ...toAnswer(row), reason: reason ?? recordedText('imported-list') };
}

/** Includes ended grants. */
async function findGrant(db: Connection, id: string): Promise<Grant | undefined> {
  const rows = await db.rows<GrantRow>(`${grantSelect} WHERE g.id = $1`, [id]);
  return rows[0] && toGrant(rows[0]);
}

/** By key number. */
async function listOwnKeys(db: Connection, ownerId: string): Promise<Grant['key'][]> {
  return db.rows<Grant['key']>(
    `SELECT id, key_number AS "keyNumber", key_name AS "keyName" FROM keys
      WHERE owner_id = $1 AND deleted_at IS NULL ORDER BY key_number, id`,
    [ownerId],
  );
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

/** The caller must hold the lock on access. */
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

/** Ends the person's grants of a key, keeping the rows (`kept-grants`); returns their ids. */
async function revokeGrantsFor(
  tx: Transaction,
  { keyId, userId }: { keyId: string; userId: string },
  revokedBy: string,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `UPDATE grants g SET revoked_at = clock_timestamp(), revoked_by = $3
      WHERE key_id = $1 AND user_id = $2 AND ${isActiveGrant('g')} RETURNING id`,
    [keyId, userId, revokedBy],
  );
  return rows.map(({ id }) => id);
}

/** False if the grant has ended already. */
async function revokeGrant(tx: Transaction, id: string, revokedBy: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE grants g SET revoked_at = clock_timestamp(), revoked_by = $2
      WHERE id = $1 AND ${isActiveGrant('g')}`,
    [id, revokedBy],
  );
  return rowCount === 1;
}
