import { appError } from '@keydesk/shared/core/errors';
import {
  needsRegistration,
  type Role,
  type RoleMailboxes,
  roleForMailbox,
} from '@keydesk/shared/http/roles';
import { initialName, type NameRules } from '@keydesk/shared/people/person-name';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { violatedConstraint } from '../../db/errors.ts';
import { requireRegistrationDepartment } from '../campus/index.ts';
import {
  findUser,
  findUserByEmail,
  findUserByIdentity,
  importedIssuer,
  insertUserUnlessEmailTaken,
  lockIdentity,
  lockUserForUpdate,
  notifyAdmins,
  presentUser,
  recordSignIn,
  type UserRow,
  updateUser,
} from '../people/index.ts';

type VerifiedIdentity = { issuer: string; subject: string; email: string; name?: string };

export type LinkPolicy = NameRules & {
  /**
   * Whether the same address means the same person. True for the account chooser of a local
   * instance, whose issuer contains its port; false for providers, which may give a freed address
   * to another person.
   */
  linksByEmail: boolean;
};

/** Null when the address belongs to another person. */
type FindOrLinkResult = { entered: UserRow } | { keptOut: UserRow } | null;

/**
 * Finds the person with this identity, or creates a pending one. The verified address also links
 * the identity to an imported person who has never signed in, and to one with an operator's
 * permission. Deleted and suspended people keep identity and address, so neither lets them in
 * (`leavers-stay-out`).
 */
export async function findOrLinkUser(
  tx: Transaction,
  identity: VerifiedIdentity,
  policy: LinkPolicy,
): Promise<FindOrLinkResult> {
  const user =
    (await findUserByIdentity(tx, identity.issuer, identity.subject)) ??
    (await createOrLinkUser(tx, identity, policy));
  if (!user) return null;
  const entered = await recordSignIn(tx, user.id);
  return entered ? { entered } : { keptOut: user };
}

/** Serializes concurrent first sign-ins of an identity, so that they find the same person. */
async function createOrLinkUser(
  tx: Transaction,
  { issuer, subject, email, name = '' }: VerifiedIdentity,
  { linksByEmail, ...rules }: LinkPolicy,
): Promise<UserRow | null> {
  await lockIdentity(tx, issuer, subject);
  const known = await findUserByIdentity(tx, issuer, subject);
  if (known) return known;
  const sameAddress = await findUserByEmail(tx, email);
  const identity = { issuer, subject, providerEmail: email, providerName: name };
  if (!sameAddress) {
    const newcomer = {
      ...identity,
      email,
      name: initialName(name, email, rules),
      role: 'pending' as const,
    };
    // Another identity or an import may have just taken the address.
    const inserted = await insertUserUnlessEmailTaken(tx, newcomer);
    if (inserted) return inserted;
  }
  const holder = sameAddress ?? (await findUserByEmail(tx, email));
  if (!holder || holder.deletedAt || holder.suspendedAt) return holder ?? null;
  if (holder.role === 'visitor') return null;
  const mayLink =
    linksByEmail ||
    holder.issuer === importedIssuer ||
    (await consumeLinkPermission(tx, holder, issuer));
  if (!mayLink) return null;
  return (await updateUser(tx, holder.id, { ...identity, isVerified: true })) ?? holder;
}

type Registration = { department?: string | undefined; facultyId?: string | undefined };

/** The current role, or the one after registration. */
export function assignedRole(user: User, mailboxes: RoleMailboxes): Role {
  return user.role === 'pending' ? roleForMailbox(user.email, mailboxes) : user.role;
}

type RegistrationPolicy = {
  mailboxes: RoleMailboxes;
  /** New people wait for an admin's approval, unless their mailbox gives them a role. */
  needsApproval: boolean;
};

/** `waiting`: an admin has not accepted the person yet. */
type RegistrationResult = { user: User; waiting: boolean };

/** Completes a registration; only now does the mailbox decide the role. */
export async function completeRegistration(
  { db, publisher }: { db: Database; publisher: Publisher },
  userId: string,
  given: Registration,
  { mailboxes, needsApproval }: RegistrationPolicy,
): Promise<RegistrationResult> {
  try {
    const { user, waiting, deliveries } = await transact(db, async (tx) => {
      const row = await lockUserForUpdate(tx, userId);
      if (!row) throw appError('USER_NOT_FOUND');
      if (!needsRegistration(row) || row.waitingSince) throw appError('ALREADY_REGISTERED');
      const role = assignedRole(presentUser(row), mailboxes);
      const fields = role === 'faculty' ? await registeredFields(tx, row, given) : {};
      const waiting = needsApproval && row.role === 'pending' && role === 'faculty';
      const roleOrWaiting = waiting ? { waitingSince: new Date() } : { role };
      const updated = await updateUser(tx, userId, {
        ...roleOrWaiting,
        ...fields,
        ...(fields.department && { departmentConfirmed: fields.department === row.department }),
      });
      await recordAudit(tx, {
        action: 'register',
        actorId: userId,
        subjectId: userId,
        details: { role, ...(waiting && { waiting }) },
        ...(role === 'faculty' && { personal: fields }),
      });
      const deliveries = waiting ? await notifyAdmins(tx, waitingNotification(row)) : [];
      return { user: presentUser(updated ?? row), waiting, deliveries };
    });
    publisher.notified(deliveries);
    return { user, waiting };
  } catch (error) {
    if (violatedConstraint(error) === 'users_faculty_id') throw appError('FACULTY_ID_TAKEN');
    throw error;
  }
}

/** Keeps what the college stated beforehand by an import or an admin. */
async function registeredFields(
  tx: Transaction,
  stated: UserRow,
  given: Registration,
): Promise<Registration> {
  const { department = stated.department, facultyId = stated.facultyId } = given;
  if (stated.department && department !== stated.department) throw appError('STATED_BY_COLLEGE');
  if (stated.facultyId && facultyId !== stated.facultyId) throw appError('STATED_BY_COLLEGE');
  if (department && !stated.department) await requireRegistrationDepartment(tx, department);
  if (!department || !facultyId) throw appError('FIELDS_REQUIRED');
  return { department, facultyId };
}

function waitingNotification({ id, name, email }: UserRow) {
  const facts = { person: { id, name }, email };
  return { template: 'registration-waiting' as const, facts, aboutId: id };
}

/** Whether a registered person still waits for an admin. */
export async function isWaiting(db: Database, userId: string): Promise<boolean> {
  return Boolean((await findUser(db, userId))?.waitingSince);
}

export type LinkGrant = { userIds: readonly string[]; minutes: number };

/**
 * Lets the next unknown identity with the verified address of one of these people become theirs:
 * once each, until the returned time.
 */
export async function allowLinking(
  tx: Transaction,
  { userIds, minutes }: LinkGrant,
): Promise<Date> {
  const rows = await tx.rows<{ expires_at: Date }>(
    `INSERT INTO link_permissions (user_id, expires_at)
     SELECT id, now() + make_interval(mins => $2) FROM unnest($1::text[]) AS id
     ON CONFLICT (user_id) DO UPDATE SET expires_at = excluded.expires_at
     RETURNING expires_at`,
    [userIds, minutes],
  );
  await recordAudit(
    tx,
    ...userIds.map((subjectId) => ({
      action: 'allow-link' as const,
      subjectId,
      method: 'command',
      details: { minutes },
    })),
  );
  const [row] = rows;
  if (!row) throw new Error('No user was given to link');
  return row.expires_at;
}

/** Returns how many permissions had not expired. */
export async function cancelLinking(tx: Transaction): Promise<number> {
  const rows = await tx.rows<{ user_id: string; valid: boolean }>(
    'DELETE FROM link_permissions RETURNING user_id, expires_at > now() AS valid',
  );
  const cancelled = rows.filter((row) => row.valid);
  await recordAudit(
    tx,
    ...cancelled.map(({ user_id }) => ({
      action: 'allow-link' as const,
      subjectId: user_id,
      method: 'command',
      details: { cancelled: true },
    })),
  );
  return cancelled.length;
}

/** False when there is no permission. */
async function consumeLinkPermission(
  tx: Transaction,
  person: Pick<UserRow, 'id' | 'issuer'>,
  issuer: string,
): Promise<boolean> {
  const row = await tx.first<{ valid: boolean }>(
    `DELETE FROM link_permissions WHERE user_id = $1
     RETURNING expires_at > clock_timestamp() AS valid`,
    [person.id],
  );
  if (!row?.valid) return false;
  await recordAudit(tx, {
    action: 'link-identity',
    actorId: person.id,
    subjectId: person.id,
    details: { before: { issuer: person.issuer }, after: { issuer } },
  });
  return true;
}

/** Without deleted people. */
export async function countUsersByIssuer(db: Connection): Promise<Map<string, number>> {
  const rows = await db.rows<{ issuer: string; people: number }>(
    `SELECT issuer, count(*)::int AS people FROM users
      WHERE deleted_at IS NULL AND issuer NOT IN ($1, 'visitor') GROUP BY issuer ORDER BY people DESC, issuer`,
    [importedIssuer],
  );
  return new Map(rows.map(({ issuer, people }) => [issuer, people]));
}

/** Without deleted people. */
export async function listUserIdsByIssuer(db: Connection, issuer: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    'SELECT id FROM users WHERE deleted_at IS NULL AND issuer = $1 ORDER BY id',
    [issuer],
  );
  return rows.map(({ id }) => id);
}
