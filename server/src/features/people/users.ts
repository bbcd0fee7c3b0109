import { appError } from '@keydesk/shared/core/errors';
import type { MessageTemplate } from '@keydesk/shared/core/message-kinds';
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

/** Null for deleted people. */
export async function findPerson(db: Connection, id: string): Promise<User | null> {
  const row = await findUser(db, id);
  return row ? presentUser(row) : null;
}

/** Null for deleted people. */
export async function findPersonDetails(db: Connection, id: string): Promise<UserDetails | null> {
  const row = await findUser(db, id);
  return row ? presentUserDetails(row) : null;
}

/** Null for deleted people. */
export async function findPersonByAddress(db: Connection, email: string): Promise<User | null> {
  const row = await findUserByEmail(db, email);
  return row && !row.deletedAt ? presentUser(row) : null;
}

/**
 * Null unless active. Takes the lock that a new loan takes on its holder anyway, so no one deletes
 * them before the transaction ends.
 */
export async function lockPersonForShare(tx: Transaction, id: string): Promise<User | null> {
  const row = await findUserWhere(tx, and(eq(users.id, id), isActiveUser), 'key share');
  return row ? presentUser(row) : null;
}

/** The caller must have locked the person. People who get a role no longer wait for approval. */
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

type AdminNotification = {
  [T in MessageTemplate]: Omit<NewNotification<T>, 'userId'>;
}[MessageTemplate];

/** One's own details; the desk may read anybody's. */
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

type ProfileDeps = {
  db: Database;
  publisher: Publisher;
  actionLimits: ActionLimits;
  rules: NameRules;
};

type OwnProfile = { name: string; language?: string | null | undefined };

/** Changes the caller's own name, of which it notifies the admins, and language. */
export async function updateOwnProfile(
  deps: ProfileDeps,
  userId: string,
  { name, language }: OwnProfile,
): Promise<User> {
  const { user, deliveries } = await transact(deps.db, async (tx) => {
    const before = await lockUserForUpdate(tx, userId);
    if (!before) throw appError('USER_NOT_FOUND');
    if (language !== undefined && language !== before.language)
      await chooseLanguage(tx, userId, language);
    const deliveries = name === before.name ? [] : await rename(tx, before, name, deps);
    return { user: presentUser((await findUser(tx, userId)) ?? before), deliveries };
  });
  deps.publisher.notified(deliveries);
  return user;
}

/** Leaves the version, because no admin edits the language. */
async function chooseLanguage(tx: Transaction, userId: string, language: string | null) {
  await tx.orm.update(users).set({ language }).where(eq(users.id, userId));
  await recordAudit(tx, { action: 'change-preferences', actorId: userId, details: { language } });
}

async function rename(
  tx: Transaction,
  { id: userId, name: oldName, email }: UserRow,
  name: string,
  { actionLimits, rules }: ProfileDeps,
): Promise<NotificationDelivery[]> {
  requireAllowedName(name, email, rules);
  await requireOwnName(tx, userId, name);
  await actionLimits.count('rename', userId, tx);
  await updateUser(tx, userId, { name });
  await recordAudit(tx, {
    action: 'rename',
    actorId: userId,
    subjectId: userId,
    personal: { from: oldName, to: name },
  });
  const facts = { person: { id: userId, name }, before: oldName, email };
  return notifyAdmins(tx, { template: 'name-changed', facts, aboutId: userId }, userId);
}

/** Rejects the name of another active person in any spelling (`reserved-names`). */
async function requireOwnName(tx: Transaction, userId: string, name: string): Promise<void> {
  const spelling = toSpelling(name);
  const others = await listNamesOfOthers(tx, userId);
  for await (const other of iterateYielding(others, AbortSignal.timeout(10_000), 500))
    if (toSpelling(other) === spelling) throw appError('NAME_OF_ANOTHER');
}

export function nameRulesOf({ config, campus }: NameDeps): NameRules {
  return { mailboxes: config.mailboxes, desks: campus.current().desks };
}

/** @throws NAME_RESERVED for a name like a desk's or role's, unless the mailbox has that role */
export function requireAllowedName(name: string, email: string, rules: NameRules): void {
  if (!isNameAllowed(name, email, rules)) throw appError('NAME_RESERVED');
}

export type NameDeps = {
  config: Pick<Config, 'mailboxes'>;
  campus: { current(): Pick<NameRules, 'desks'> };
};

/** For the person and for admins. */
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
    language: row.language,
    version: row.version,
  };
}

/** For the desk. */
function presentUserDetails(row: UserRow): UserDetails {
  const fields = personFieldNames.map((name) => [name, row[name]]);
  return { id: row.id, ...(Object.fromEntries(fields) as PersonFields), email: emailOf(row) };
}

/** Visitors' addresses contain their phone numbers and are not shown. */
function emailOf({ role, email }: UserRow): string {
  return role === 'visitor' ? '' : email;
}

export type UserRow = typeof users.$inferSelect;

/** Deleted people appear only in history. */
const notDeleted = isNull(users.deletedAt);

/** Neither deleted nor suspended: may sign in, take keys and be notified. */
export const isActiveUser = and(notDeleted, isNull(users.suspendedAt));

/** Includes people in any state unless the condition says otherwise. */
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

/** Any state; ignores case. */
export function findUserByEmail(db: Connection, email: string): Promise<UserRow | undefined> {
  return findUserWhere(db, sql`lower(${users.email}) = ${email.toLowerCase()}`);
}

/** Locks until the transaction ends, without blocking loans that refer to the person. */
export function lockUserForUpdate(tx: Transaction, id: string): Promise<UserRow | undefined> {
  return findUserWhere(tx, and(eq(users.id, id), notDeleted), 'no key update');
}

/** Active people only. */
async function listNamesOfOthers(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx.orm
    .select({ name: users.name })
    .from(users)
    .where(and(ne(users.id, id), isActiveUser));
  return rows.map(({ name }) => name);
}

/** Undefined when the address is taken. */
export async function insertUserUnlessEmailTaken(
  tx: Transaction,
  row: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [inserted] = await tx.orm.insert(users).values(row).onConflictDoNothing().returning();
  return inserted;
}

/** `updatedBy` defaults to the person. */
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

/** Any state. */
export function findUserByIdentity(
  db: Connection,
  issuer: string,
  subject: string,
): Promise<UserRow | undefined> {
  return findUserWhere(db, and(eq(users.issuer, issuer), eq(users.subject, subject)));
}

const identityLocks = 7_233_004;

/** Serializes first sign-ins of one identity. */
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

/** Undefined when the person is not active any more. */
export async function recordSignIn(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.orm
    .update(users)
    .set({ lastLogin: new Date() })
    .where(and(eq(users.id, id), isActiveUser))
    .returning();
  return row;
}

/** Stores the provider's claims where they change nothing about the person here. */
export async function recordProviderClaims(
  tx: Transaction,
  id: string,
  claims: Partial<Pick<UserRow, 'providerEmail' | 'providerName'>>,
): Promise<void> {
  await tx.orm.update(users).set(claims).where(eq(users.id, id));
}

/**
 * The issuer of imported people who have never signed in; their subject is their address. No
 * provider has this issuer, because those are URLs.
 */
export const importedIssuer = 'imported';
