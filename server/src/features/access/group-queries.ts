import type { AccessGroup } from '@keydesk/shared/access/rule-routes';
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { editedBy } from '../../core/edits.ts';
import type { Connection, Transaction } from '../../db/client.ts';
import { groupMembers, groups, users } from '../../db/schema.ts';

const living = isNull(groupMembers.endedAt);

/** By name, with the number of memberships that were not ended. */
export function readGroups(db: Connection, id?: string): Promise<AccessGroup[]> {
  return db.orm
    .select({
      id: groups.id,
      name: groups.name,
      memberCount: count(groupMembers.id),
      version: groups.version,
    })
    .from(groups)
    .leftJoin(groupMembers, and(eq(groupMembers.groupId, groups.id), living))
    .where(id === undefined ? undefined : eq(groups.id, id))
    .groupBy(groups.id)
    .orderBy(asc(sql`lower(${groups.name})`));
}

/** A page of the memberships that were not ended, by name. */
export function readMembers(
  db: Connection,
  groupId: string,
  { offset, limit }: { offset: number; limit: number },
) {
  return db.orm
    .select({
      user: { id: users.id, name: users.name },
      validFrom: groupMembers.validFrom,
      validUntil: groupMembers.validUntil,
      version: groupMembers.version,
    })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(and(eq(groupMembers.groupId, groupId), living))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .offset(offset)
    .limit(limit);
}

export async function findGroupName(db: Connection, id: string): Promise<string | undefined> {
  const [row] = await db.orm.select({ name: groups.name }).from(groups).where(eq(groups.id, id));
  return row?.name;
}

export function countGroups(tx: Transaction): Promise<number> {
  return tx.orm.$count(groups);
}

export async function insertGroup(tx: Transaction, name: string): Promise<string> {
  const [row] = await tx.orm.insert(groups).values({ name }).returning({ id: groups.id });
  if (!row) throw new Error('The new group was not stored');
  return row.id;
}

export async function updateGroupName(
  tx: Transaction,
  id: string,
  name: string,
  by: string,
): Promise<void> {
  await tx.orm
    .update(groups)
    .set({ name, ...editedBy(groups, by) })
    .where(eq(groups.id, id));
}

const activeMember = (groupId: string, userId: string) =>
  and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId), living);

/** The membership that was not ended, with whether it has expired. */
export async function findMember(tx: Transaction, groupId: string, userId: string) {
  const [row] = await tx.orm
    .select({
      validUntil: groupMembers.validUntil,
      version: groupMembers.version,
      id: groupMembers.id,
      isOver: sql<boolean>`coalesce(${groupMembers.validUntil} <= clock_timestamp(), false)`,
    })
    .from(groupMembers)
    .where(activeMember(groupId, userId));
  return row;
}

export async function insertMember(
  tx: Transaction,
  member: Omit<typeof groupMembers.$inferInsert, 'id'>,
): Promise<void> {
  await tx.orm.insert(groupMembers).values(member);
}

export async function updateMember(
  tx: Transaction,
  groupId: string,
  userId: string,
  validUntil: Date | null,
  by: string,
): Promise<void> {
  await tx.orm
    .update(groupMembers)
    .set({ validUntil, ...editedBy(groupMembers, by) })
    .where(activeMember(groupId, userId));
}

/** Undefined if there is no membership. */
export async function endMembership(
  tx: Transaction,
  groupId: string,
  userId: string,
  endedBy: string,
) {
  const [row] = await tx.orm
    .update(groupMembers)
    .set({ endedAt: sql`clock_timestamp()`, endedBy })
    .where(activeMember(groupId, userId))
    .returning({ validUntil: groupMembers.validUntil });
  return row;
}
