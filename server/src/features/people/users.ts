import { appError } from '@keydesk/shared/core/errors';
import { isDesk, type Role, rolesThatMay } from '@keydesk/shared/http/roles';
import { isNameAllowed, type NameRules, toSpelling } from '@keydesk/shared/people/person-name';
import {
  type PersonFields,
  personFieldNames,
  type User,
  type UserDetails,
} from '@keydesk/shared/people/user';
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Config } from '../../config/config.ts';
import type { ActionLimits } from '../../core/action-limits.ts';
import { recordAudit } from '../../core/audit/record.ts';
import { editedBy } from '../../core/edits.ts';
import { iterateYielding } from '../../core/event-loop.ts';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { users } from '../../db/schema.ts';

/** The person with this id who was not removed, or null. */
export async function findPerson(db: Connection, id: string): Promise<User | null> {
  const row = await findUser(db, id);
  return row ? presentUser(row) : null;
}

/** What the desk sees of a person, or null. */
export async function findPersonDetails(db: Connection, id: string): Promise<UserDetails | null> {
  const row = await findUser(db, id);
  return row ? presentUserDetails(row) : null;
}

/** The person with this address who was not removed, or null. */
export async function findPersonByAddress(db: Connection, email: string): Promise<User | null> {
  const row = await findUserByEmail(db, email);
  return row && !row.deletedAt ? presentUser(row) : null;
}

/**
 * An active person, or null, under the lock that a new loan takes on its holder anyway: nobody
 * deletes them before the transaction ends.
 */
export async function lockPersonForShare(tx: Transaction, id: string): Promise<User | null> {
  const row = await findUserWhere(tx, and(eq(users.id, id), isActiveUser), 'key share');
  return row ? presentUser(row) : null;
}

/** Changes a person whom the caller has locked. A person who is given a role no longer waits. */
export async function changeUser(
  tx: Transaction,
  id: string,
  changes: Partial<PersonFields & Pick<UserRow, 'nameSetByAdmin' | 'departmentConfirmed'>>,
  by: string | null,
): Promise<User> {
  const registers = changes.role && { waitingSince: null };
  const row = await updateUser(tx, id, { ...changes, ...registers }, by);
  if (!row) throw appError('USER_NOT_FOUND');
  return presentUser(row);
}

/** Notifies every admin except `exceptId`; the caller publishes the result after the commit. */
export async function notifyAdmins(
  tx: Transaction,
  notice: AdminNotification,
  exceptId?: string,
): Promise<NotificationDelivery[]> {
  const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
  return notify(
    tx,
    admins.filter((id) => id !== exceptId).map((userId) => ({ userId, ...notice })),
  );
}

/** News of a person. */
type AdminNotification =
  | Omit<NewNotification<'registration-waiting'>, 'userId'>
  | Omit<NewNotification<'name-changed'>, 'userId'>
  | Omit<NewNotification<'address-changed'>, 'userId'>;

/** A person's details: one's own, or, for the desk, anybody's. */
export async function userDetails(
  db: Database,
  reader: User,
  userId: string,
): Promise<UserDetails> {
  if (reader.id !== userId && !isDesk(reader.role)) throw appError('NOT_ALLOWED');
  const row = await findUser(db, userId);
  if (!row) throw appError('USER_NOT_FOUND');
  return presentUserDetails(row);
}

type RenameDeps = {
  db: Database;
  publisher: Publisher;
  actionLimits: ActionLimits;
  rules: NameRules;
};

/**
 * Changes the caller's own name and notifies the admins; email and role cannot be changed.
 * @throws NAME_RESERVED, NAME_OF_ANOTHER or RENAMED_TOO_OFTEN
 */
export async function renameSelf(
  { db, publisher, actionLimits, rules }: RenameDeps,
  userId: string,
  name: string,
): Promise<User> {
  const { user, deliveries } = await transact(db, async (tx) => {
    const before = await lockUserForUpdate(tx, userId);
    if (!before) throw appError('USER_NOT_FOUND');
    const { name: oldName, email } = before;
    if (name === oldName) return { user: presentUser(before), deliveries: [] };
    requireAllowedName(name, email, rules);
    await requireOwnName(tx, userId, name);
    await actionLimits.count('rename', userId, tx);
    const after = (await updateUser(tx, userId, { name })) ?? before;
    await recordAudit(tx, {
      action: 'rename',
      actorId: userId,
      subjectId: userId,
      personal: { from: oldName, to: name },
    });
    const facts = { person: { id: userId, name }, before: oldName, email };
    const notice = { template: 'name-changed' as const, facts, aboutId: userId };
    return { user: presentUser(after), deliveries: await notifyAdmins(tx, notice, userId) };
  });
  publisher.notified(deliveries);
  return user;
}

/** Nobody takes the name of somebody else who is here, however it is spelled (`reserved-names`). */
async function requireOwnName(tx: Transaction, userId: string, name: string): Promise<void> {
  const spelling = toSpelling(name);
  const others = await listNamesOfOthers(tx, userId);
  for await (const other of iterateYielding(others, AbortSignal.timeout(10_000), 500))
    if (toSpelling(other) === spelling) throw appError('NAME_OF_ANOTHER');
}

/** What decides which names people may have, as this process knows it. */
export function nameRulesOf({ config, campus }: NameDeps): NameRules {
  return { mailboxes: config.mailboxes, desks: campus.current().desks };
}

/** @throws NAME_RESERVED for a name like that of a desk or role, unless the mailbox has that role. */
export function requireAllowedName(name: string, email: string, rules: NameRules): void {
  if (!isNameAllowed(name, email, rules)) throw appError('NAME_RESERVED');
}

export type NameDeps = {
  config: Pick<Config, 'mailboxes'>;
  campus: { current(): Pick<NameRules, 'desks'> };
};

/** A person as themselves or an admin sees them. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: emailOf(row),
    role: row.role,
    isVerified: row.isVerified,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    department: row.department,
    facultyId: row.facultyId,
    phone: row.phone,
    departmentConfirmed: row.departmentConfirmed,
    version: row.version,
  };
}

/** A person as the desk sees them. */
function presentUserDetails(row: UserRow): UserDetails {
  const fields = personFieldNames.map((name) => [name, row[name]]);
  return { id: row.id, ...(Object.fromEntries(fields) as PersonFields), email: emailOf(row) };
}

/** What visitors have in place of an address is their number, and shown as that. */
function emailOf({ role, email }: UserRow): string {
  return role === 'visitor' ? '' : email;
}

/** A person's row as the application reads it. */
export type UserRow = typeof users.$inferSelect;

/** People who were removed appear only in history. */
const notDeleted = isNull(users.deletedAt);

/** Neither removed nor suspended: may sign in, take keys and be notified. */
export const isActiveUser = and(notDeleted, isNull(users.suspendedAt));

/** The one person of whom this is true, in any state unless it says so; locked if asked. */
export async function findUserWhere(
  db: Connection,
  condition: SQL | undefined,
  lock?: 'key share' | 'no key update' | 'update',
): Promise<UserRow | undefined> {
  const query = db.orm.select().from(users).where(condition);
  const [row] = await (lock ? query.for(lock) : query);
  return row;
}

export function findUser(db: Connection, id: string): Promise<UserRow | undefined> {
  return findUserWhere(db, and(eq(users.id, id), notDeleted));
}

/** The person with this address, in any state. */
export function findUserByEmail(db: Connection, email: string): Promise<UserRow | undefined> {
  return findUserWhere(db, sql`lower(${users.email}) = ${email.toLowerCase()}`);
}

/** Locks a person's row until the transaction ends, without blocking loans that refer to it. */
export function lockUserForUpdate(tx: Transaction, id: string): Promise<UserRow | undefined> {
  return findUserWhere(tx, and(eq(users.id, id), notDeleted), 'no key update');
}

/** The names of everybody active but this person. */
async function listNamesOfOthers(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx.orm
    .select({ name: users.name })
    .from(users)
    .where(and(ne(users.id, id), isActiveUser));
  return rows.map(({ name }) => name);
}

/** Stores a new person; undefined when somebody has the address. */
export async function insertUserUnlessEmailTaken(
  tx: Transaction,
  row: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [inserted] = await tx.orm.insert(users).values(row).onConflictDoNothing().returning();
  return inserted;
}

/** Changes a person: their own doing unless it says whose. */
export async function updateUser(
  db: Connection,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
  by: string | null = id,
): Promise<UserRow | undefined> {
  const [row] = await db.orm
    .update(users)
    .set({ ...changes, ...editedBy(users, by), updatedAt: sql`now()` })
    .where(and(eq(users.id, id), notDeleted))
    .returning();
  return row;
}

/** The person with this identity, in any state. */
export function findUserByIdentity(
  db: Connection,
  issuer: string,
  subject: string,
): Promise<UserRow | undefined> {
  return findUserWhere(db, and(eq(users.issuer, issuer), eq(users.subject, subject)));
}

const identityLocks = 7_233_004;

/** Serializes the first sign-ins of one identity. */
export async function lockIdentity(tx: Transaction, issuer: string, subject: string) {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
    JSON.stringify([issuer, subject]),
    identityLocks,
  ]);
}

export async function listUserIdsByRole(db: Connection, roles: readonly Role[]): Promise<string[]> {
  const rows = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, [...roles]), isActiveUser))
    .orderBy(users.id);
  return rows.map((row) => row.id);
}

/** Stores when a person signed in; undefined when they are not active (any more). */
export async function recordSignIn(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.orm
    .update(users)
    .set({ lastLogin: new Date() })
    .where(and(eq(users.id, id), isActiveUser))
    .returning();
  return row;
}

/** Stores what the provider tells of a person, where it changes nothing of them here. */
export async function recordTold(
  tx: Transaction,
  id: string,
  told: Partial<Pick<UserRow, 'providerEmail' | 'providerName'>>,
): Promise<void> {
  await tx.orm.update(users).set(told).where(eq(users.id, id));
}

/**
 * The issuer of imported people who have never signed in; their subject is their address. No
 * provider has this issuer, because those are URLs.
 */
export const importedIssuer = 'imported';
