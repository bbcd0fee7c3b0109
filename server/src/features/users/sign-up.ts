import { appError } from '@keydesk/shared/errors';
import { initialName, type NameRules } from '@keydesk/shared/users/person-name';
import {
  needsRegistration,
  type Role,
  type RoleMailboxes,
  roleForMailbox,
} from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { requireRegistrationDepartment } from '../campus/index.ts';
import { consumeLinkPermission } from './link-identity.ts';
import { presentUser } from './present.ts';
import {
  findUser,
  findUserByEmail,
  findUserByIdentity,
  importedIssuer,
  insertUserUnlessEmailTaken,
  lockIdentity,
  lockUserForUpdate,
  recordSignIn,
  type UserRow,
  updateUser,
} from './queries.ts';
import { notifyAdmins } from './service.ts';

/** The part of a verified identity that identifies a person. */
type VerifiedIdentity = { issuer: string; subject: string; email: string; name: string };

export type LinkPolicy = NameRules & {
  /**
   * Whether the same address means the same person. True for the account chooser of a local
   * instance, whose issuer contains its port; false for providers, which may give a freed address
   * to somebody else.
   */
  linksByEmail: boolean;
};

/** The person who signs in, or who may not; null when the address is somebody else's. */
type FindOrLinkResult = { entered: UserRow } | { keptOut: UserRow } | null;

/**
 * Finds the person who signs in with this identity, or creates a pending one. The verified address
 * also links the identity to an imported person who has never signed in, and to one whom an
 * operator allowed to be linked. A removed or suspended person keeps identity and address, so
 * neither lets them in (`leavers-stay-out`).
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

/** Concurrent first sign-ins of one identity wait for each other and find the same person. */
async function createOrLinkUser(
  tx: Transaction,
  { issuer, subject, email, name }: VerifiedIdentity,
  { linksByEmail, ...rules }: LinkPolicy,
): Promise<UserRow | null> {
  await lockIdentity(tx, issuer, subject);
  const known = await findUserByIdentity(tx, issuer, subject);
  if (known) return known;
  const sameAddress = await findUserByEmail(tx, email);
  if (!sameAddress) {
    const newcomer = {
      issuer,
      subject,
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
  const mayLink =
    linksByEmail ||
    holder.issuer === importedIssuer ||
    (await consumeLinkPermission(tx, holder, issuer));
  if (!mayLink) return null;
  return (await updateUser(tx, holder.id, { issuer, subject, isVerified: true })) ?? holder;
}

type Registration = { department?: string | undefined; facultyId?: string | undefined };

/** The role a person has, or will have once registered. */
export function assignedRole(user: User, mailboxes: RoleMailboxes): Role {
  return user.role === 'pending' ? roleForMailbox(user.email, mailboxes) : user.role;
}

type RegistrationPolicy = {
  mailboxes: RoleMailboxes;
  /** A new person waits until an admin accepts them, unless their mailbox gives them a role. */
  needsApproval: boolean;
};

/** The person, and whether an admin has yet to accept them. */
type RegistrationResult = { user: User; waiting: boolean };

/** Completes a registration; only now does the mailbox decide the role. */
export async function completeRegistration(
  { db, publisher }: { db: Database; publisher: Publisher },
  userId: string,
  { department, facultyId }: Registration,
  { mailboxes, needsApproval }: RegistrationPolicy,
): Promise<RegistrationResult> {
  try {
    const { user, waiting, deliveries } = await transact(db, async (tx) => {
      const row = await lockUserForUpdate(tx, userId);
      if (!row) throw appError('USER_NOT_FOUND');
      if (!needsRegistration(row) || row.waitingSince) throw appError('ALREADY_REGISTERED');
      const role = assignedRole(presentUser(row), mailboxes);
      if (role === 'faculty' && department) await requireRegistrationDepartment(tx, department);
      if (role === 'faculty' && !(department && facultyId)) throw appError('FIELDS_REQUIRED');
      const fields = role === 'faculty' ? { department, facultyId } : {};
      const waiting = needsApproval && row.role === 'pending' && role === 'faculty';
      const roleOrWaiting = waiting ? { waitingSince: new Date() } : { role };
      const updated = await updateUser(tx, userId, { ...roleOrWaiting, ...fields });
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

function waitingNotification({ id, name, email }: UserRow) {
  const facts = { person: { id, name }, email };
  return { template: 'registration-waiting' as const, facts, aboutId: id };
}

/** Whether a person has registered and an admin has yet to accept them. */
export async function isWaiting(db: Database, userId: string): Promise<boolean> {
  return Boolean((await findUser(db, userId))?.waitingSince);
}
