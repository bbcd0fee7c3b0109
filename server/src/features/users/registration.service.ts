import { refusal } from '@keydesk/shared/errors';
import type { Role } from '@keydesk/shared/users/role';
import { type RoleMailboxes, roleForMailbox } from '@keydesk/shared/users/role-assignment';
import { needsRegistration, type User } from '@keydesk/shared/users/user';
import { type Database, transact } from '../../db/client.ts';
import { violatedConstraint } from '../../db/failure.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { tellAdmins } from './tell-admins.ts';
import { presentUser } from './users.presenter.ts';
import { findUser, lockUser, type UserRow, updateUser } from './users.repository.ts';

export type Registration = { department?: string | undefined; facultyId?: string | undefined };

/** The role a person has, or will have once registered. */
export const assignedRole = (user: User, mailboxes: RoleMailboxes): Role =>
  user.role === 'pending' ? roleForMailbox(user.email, mailboxes) : user.role;

export type RegistrationPolicy = {
  mailboxes: RoleMailboxes;
  /** A new person waits until an admin accepts them, unless their mailbox gives them a role. */
  needsApproval: boolean;
};

/** The person, and whether they now wait to be accepted. */
type Registered = { user: User; waiting: boolean };

/** Completes a registration; the role follows from the mailbox, once. */
export async function completeRegistration(
  { db, publisher }: { db: Database; publisher: Publisher },
  userId: string,
  { department, facultyId }: Registration,
  { mailboxes, needsApproval }: RegistrationPolicy,
): Promise<Registered> {
  try {
    const { user, waiting, told } = await transact(db, async (tx) => {
      const row = await lockUser(tx, userId);
      if (!row) throw refusal('USER_NOT_FOUND');
      if (!needsRegistration(row) || row.waitingSince) throw refusal('ALREADY_REGISTERED');
      const role = assignedRole(presentUser(row), mailboxes);
      if (role === 'faculty' && !(department && facultyId)) throw refusal('FIELDS_REQUIRED');
      const facts = role === 'faculty' ? { department, facultyId } : {};
      const waiting = needsApproval && row.role === 'pending' && role === 'faculty';
      const standing = waiting ? { waitingSince: new Date() } : { role };
      const updated = await updateUser(tx, userId, { ...standing, ...facts });
      await recordAudit(tx, {
        action: 'register',
        actorId: userId,
        subjectId: userId,
        details: { role, ...(waiting && { waiting }) },
        ...(role === 'faculty' && { personal: facts }),
      });
      const told = waiting ? await tellAdmins(tx, waitingNotice(row)) : [];
      return { user: presentUser(updated ?? row), waiting, told };
    });
    publisher.notified(told);
    return { user, waiting };
  } catch (error) {
    if (violatedConstraint(error) === 'users_faculty_id') throw refusal('FACULTY_ID_TAKEN');
    throw error;
  }
}

/** Whether a person has registered and an admin has yet to accept them. */
export async function isWaiting(db: Database, userId: string): Promise<boolean> {
  return Boolean((await findUser(db, userId))?.waitingSince);
}

const waitingNotice = ({ name, email }: UserRow) => ({
  title: 'Registration waiting',
  message: `${name} (${email}) has registered. Accept or decline them in Manage Users.`,
  priority: 'high' as const,
});
