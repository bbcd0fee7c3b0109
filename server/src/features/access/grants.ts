import type { Grant, NewGrant } from '@keydesk/shared/access/grant-routes';
import { appError } from '@keydesk/shared/errors';
import { may } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { recordAudit } from '../audit/index.ts';
import { findKeys, type KeyRow } from '../keys/index.ts';
import { searchPeople, searchPeopleByName } from '../people/index.ts';
import { lockPersonForShare } from '../users/index.ts';
import type { RequestDeps } from './announce.ts';
import { lockAccessForChange } from './facts.ts';
import {
  findGrant,
  type GrantFilter,
  insertGrant,
  listGrants,
  listOwnKeys,
  revokeGrant,
  revokeGrantsFor,
} from './grant-queries.ts';
import { type Recalled, recallWithoutAccess } from './recall.ts';
import { announceAccess } from './rules.ts';

/** The active grants that the caller may see, and the keys that they own. */
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

/**
 * People whom somebody may give access. Their addresses are not told, and only the desk finds people
 * by a part of them (`private-address`).
 * @throws NOT_YOURS_TO_GIVE for those who have nothing to give
 */
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
    .filter(({ id }) => id !== caller.id)
    .map(({ id, name, department }) => ({ id, name, department }));
}

/**
 * Gives a person access to a key. What they had of it already ends with that, unless the new grant
 * begins later: so a grant is renewed, and its history stays.
 * @throws KEY_NOT_FOUND, NOT_YOURS_TO_GIVE, OWN_GRANT, ACCESS_ENDS_BEFORE_NOW, PERSON_NOT_FOUND or
 * HOLDER_CANNOT_BORROW
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

/** From now on, if it does not begin later. */
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
  const [key] = await findKeys(tx, [keyId]);
  if (!key || key.deletedAt) throw appError('KEY_NOT_FOUND');
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
 * Ends a grant; if the person has the key by it alone, it is recalled. Returns what was recalled.
 * @throws GRANT_NOT_FOUND, also if it has ended or is none of the caller's business; NOT_YOURS_TO_GIVE
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

/** The person who was given access sees it, but cannot end it. Takes no lock. */
async function requireOwnGrant(tx: Transaction, caller: User, id: string): Promise<Grant> {
  const grant = await findGrant(tx, id);
  if (!grant) throw appError('GRANT_NOT_FOUND');
  if (may(caller.role, 'administer')) return grant;
  const [key] = await findKeys(tx, [grant.key.id]);
  if (key?.ownerId === caller.id) return grant;
  throw appError(grant.user.id === caller.id ? 'NOT_YOURS_TO_GIVE' : 'GRANT_NOT_FOUND');
}
