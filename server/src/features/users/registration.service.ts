import { refusal } from '@keydesk/shared/errors';
import type { Role } from '@keydesk/shared/users/role';
import { type RoleMailboxes, roleForMailbox } from '@keydesk/shared/users/role-assignment';
import { needsRegistration, type User } from '@keydesk/shared/users/user';
import { type Database, transact } from '../../db/client.ts';
import { violatedConstraint } from '../../db/failure.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { presentUser } from './users.presenter.ts';
import { lockUser, updateUser } from './users.repository.ts';

export type Registration = { department?: string | undefined; facultyId?: string | undefined };

/** The role a person has, or will have once registered (spec §4). */
export const assignedRole = (user: User, mailboxes: RoleMailboxes): Role =>
  user.role === 'pending' ? roleForMailbox(user.email, mailboxes) : user.role;

/** Completes a registration; the role follows from the mailbox, once (DESIGN §6.11). */
export const completeRegistration = async (
  db: Database,
  userId: string,
  { department, facultyId }: Registration,
  mailboxes: RoleMailboxes,
): Promise<User> => {
  try {
    return await transact(db, async (tx) => {
      const row = await lockUser(tx, userId);
      if (!row) throw refusal('USER_NOT_FOUND');
      if (!needsRegistration(row)) throw refusal('ALREADY_REGISTERED');
      const role = assignedRole(presentUser(row), mailboxes);
      if (role === 'faculty' && !(department && facultyId)) throw refusal('FIELDS_REQUIRED');
      const facts = role === 'faculty' ? { department, facultyId } : {};
      const updated = await updateUser(tx, userId, { role, ...facts });
      await recordAudit(tx, {
        action: 'register',
        actorId: userId,
        subjectId: userId,
        details: { role, ...facts },
      });
      return presentUser(updated ?? row);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'users_faculty_id') throw refusal('FACULTY_ID_TAKEN');
    throw error;
  }
};
