import { refusal } from '@keydesk/shared/errors';
import type { Role } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import type { Config } from '../../config.ts';
import { type Database, transact } from '../../db/client.ts';
import { violatedConstraint } from '../../db/failure.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { voidCodesOfUser } from '../handovers/codes.service.ts';
import { changeUser } from '../users/change-user.service.ts';
import { holdUser } from '../users/hold-user.service.ts';
import { requireOwnName } from '../users/profile.service.ts';
import { lockAdmins } from './admin-users.repository.ts';
import { requireAnotherAdmin } from './last-admin.ts';

type Deps = { db: Database; publisher: Publisher; config: Pick<Config, 'mailboxes'> };

export type UserChanges = { name: string; email: string; role: Role };

/**
 * Changes a person's name, address and role. Another role counts from their next request on: it
 * voids their codes and ends their live connections, whose rooms followed from the old one.
 */
export const updatePerson = async (
  { db, publisher, config }: Deps,
  admin: User,
  userId: string,
  changes: UserChanges,
): Promise<User> => {
  try {
    const { before, after } = await transact(db, async (tx) => {
      await lockAdmins(tx);
      const before = await holdUser(tx, userId);
      if (!before) throw refusal('USER_NOT_FOUND');
      if (changes.name !== before.name)
        requireOwnName(changes.name, changes.email, config.mailboxes);
      const changesRole = before.role !== changes.role;
      if (changesRole && before.role === 'admin') await requireAnotherAdmin(tx, userId);
      const after = await changeUser(tx, userId, changes);
      if (changesRole) await voidCodesOfUser(tx, userId);
      await recordAudit(tx, {
        action: changesRole ? 'change-role' : 'change-user',
        actorId: admin.id,
        subjectId: userId,
        details: { before: { role: before.role }, after: { role: changes.role } },
        personal: {
          before: { name: before.name, email: before.email },
          after: { name: changes.name, email: changes.email },
        },
      });
      return { before, after };
    });
    if (before.role !== after.role) publisher.personChanged(userId);
    return after;
  } catch (error) {
    if (violatedConstraint(error) === 'users_email') throw refusal('EMAIL_TAKEN');
    throw error;
  }
};
