import {
  type AccessGroup,
  type GroupMember,
  membersPerPage,
} from '@keydesk/shared/access/rule-routes';
import { appError } from '@keydesk/shared/core/errors';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import { requireSeen } from '../../core/edits.ts';
import { type Connection, databaseNow, type Transaction, transact } from '../../db/client.ts';
import { violatedConstraint } from '../../db/errors.ts';
import { toAnswer } from '../../db/rows.ts';
import { findPersonDetails } from '../people/index.ts';
import {
  countGroups,
  endMembership,
  findGroupName,
  findMember,
  insertGroup,
  insertMember,
  readGroups,
  readMembers,
  updateGroupName,
  updateMember,
} from './group-queries.ts';
import { lockAccessForChange } from './hand-out-access.ts';
import { type AccessDeps, changeAccess, type Recalled } from './recall.ts';
import { announceAccess } from './rules.ts';

const maxGroups = 500;

/** By name. */
export async function listMembers(
  db: Connection,
  groupId: string,
  page: number,
): Promise<{ members: GroupMember[]; hasMore: boolean }> {
  await requireGroup(db, groupId);
  const rows = await readMembers(db, groupId, {
    offset: (page - 1) * membersPerPage,
    limit: membersPerPage + 1,
  });
  return {
    members: rows.slice(0, membersPerPage).map(toAnswer),
    hasMore: rows.length > membersPerPage,
  };
}

export async function addGroup(
  { db, publisher }: AccessDeps,
  admin: User,
  name: string,
): Promise<AccessGroup> {
  const group = await transact(db, async (tx) => {
    await lockAccessForChange(tx);
    if ((await countGroups(tx)) >= maxGroups)
      throw appError('TOO_MANY_GROUPS', { most: maxGroups });
    const id = await insertGroup(tx, name);
    await recordAudit(tx, {
      action: 'add-group',
      actorId: admin.id,
      details: { groupId: id, name },
    });
    return readGroup(tx, id);
  }).catch((error: unknown) => {
    throw toExistsError(error, name);
  });
  announceAccess(publisher);
  return group;
}

export async function renameGroup(
  { db, publisher, due }: AccessDeps,
  admin: User,
  id: string,
  { name, version: shown }: Shown & { name: string },
): Promise<AccessGroup> {
  const group = await transact(db, async (tx) => {
    await lockAccessForChange(tx);
    const current = await readGroup(tx, id);
    const { timezone } = due.calendar();
    await requireSeen(tx, { table: 'groups', id }, { shown, current, by: admin.id, timezone });
    await updateGroupName(tx, id, name, admin.id);
    await recordAudit(tx, {
      action: 'rename-group',
      actorId: admin.id,
      details: { groupId: id, before: { name: current.name }, after: { name } },
    });
    return readGroup(tx, id);
  }).catch((error: unknown) => {
    throw toExistsError(error, name);
  });
  announceAccess(publisher);
  return group;
}

function toExistsError(error: unknown, name: string): unknown {
  return violatedConstraint(error) === 'groups_name' ? appError('GROUP_EXISTS', { name }) : error;
}

async function requireGroup(db: Connection, id: string): Promise<string> {
  const name = await findGroupName(db, id);
  if (name === undefined) throw appError('GROUP_NOT_FOUND');
  return name;
}

async function readGroup(tx: Transaction, id: string): Promise<AccessGroup> {
  const [group] = await readGroups(tx, id);
  if (!group) throw appError('GROUP_NOT_FOUND');
  return group;
}

type Membership = { id: string; userId: string };

type Shown = { version?: number | undefined };

/**
 * Adds a member until a date or indefinitely, or changes the end date. An expired membership stays
 * in the history, and a new one starts (`never-deleted`).
 */
export async function putMember(
  deps: AccessDeps,
  admin: User,
  { id: groupId, userId }: Membership,
  given: Shown & { validUntil?: string | undefined },
): Promise<AccessGroup> {
  const validUntil = given.validUntil === undefined ? null : new Date(given.validUntil);
  const { result } = await changeAccess(deps, admin, { holderId: userId }, async (tx) => {
    const name = await requireGroup(tx, groupId);
    const person = await findPersonDetails(tx, userId);
    if (!person) throw appError('PERSON_NOT_FOUND');
    if (person.role === 'visitor') throw appError('HOLDER_CANNOT_BORROW');
    if (validUntil && validUntil <= (await databaseNow(tx)))
      throw appError('ACCESS_ENDS_BEFORE_NOW');
    const before = await findMember(tx, groupId, userId);
    if (before) await requireSeenMember(tx, deps, { shown: given.version, by: admin.id }, before);
    if (before && !before.isOver) await updateMember(tx, groupId, userId, validUntil, admin.id);
    else {
      if (before) await endMembership(tx, groupId, userId, admin.id);
      const again = before && { version: before.version + 1, changedBy: admin.id };
      await insertMember(tx, { groupId, userId, validUntil, addedBy: admin.id, ...again });
    }
    await recordAudit(tx, {
      action: 'set-group-member',
      actorId: admin.id,
      subjectId: userId,
      details: {
        groupId,
        group: name,
        after: { validUntil },
        ...(before && { before: { validUntil: before.validUntil } }),
      },
    });
    return readGroup(tx, groupId);
  });
  deps.publisher.campusChanged('access');
  return result;
}

type LivingMember = NonNullable<Awaited<ReturnType<typeof findMember>>>;

function requireSeenMember(
  tx: Transaction,
  { due }: AccessDeps,
  edit: { shown: number | undefined; by: string },
  { id, version, validUntil }: LivingMember,
): Promise<void> {
  const current = { validUntil: validUntil?.toISOString() ?? null, version };
  const { timezone } = due.calendar();
  return requireSeen(tx, { table: 'group_members', id }, { ...edit, current, timezone });
}

/** Ends a membership and recalls keys held only because of it. */
export async function endMember(
  deps: AccessDeps,
  admin: User,
  { id: groupId, userId }: Membership,
): Promise<Recalled> {
  const { recalled } = await changeAccess(deps, admin, { holderId: userId }, async (tx) => {
    const name = await requireGroup(tx, groupId);
    const ended = await endMembership(tx, groupId, userId, admin.id);
    if (!ended) throw appError('MEMBER_NOT_FOUND');
    await recordAudit(tx, {
      action: 'end-group-member',
      actorId: admin.id,
      subjectId: userId,
      details: { groupId, group: name, validUntil: ended.validUntil },
    });
  });
  deps.publisher.campusChanged('access');
  return recalled;
}
