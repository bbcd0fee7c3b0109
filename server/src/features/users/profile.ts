import { appError } from '@keydesk/shared/errors';
import type { NameRules } from '@keydesk/shared/users/person-name';
import { isDesk } from '@keydesk/shared/users/role';
import type { User, UserDetails } from '@keydesk/shared/users/user';
import { type Database, transact } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { requireAllowedName } from './name-rules.ts';
import { presentUser, presentUserDetails } from './present.ts';
import { findUser, lockUserForUpdate, updateUser } from './queries.ts';
import { notifyAdmins } from './service.ts';

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

type RenameDeps = { db: Database; publisher: Publisher; rules: NameRules };

/** Changes the caller's own name and notifies the admins; email and role cannot be changed. */
export async function renameSelf(
  { db, publisher, rules }: RenameDeps,
  userId: string,
  name: string,
): Promise<User> {
  const { user, deliveries } = await transact(db, async (tx) => {
    const before = await lockUserForUpdate(tx, userId);
    if (!before) throw appError('USER_NOT_FOUND');
    const { name: oldName, email } = before;
    if (name !== oldName) requireAllowedName(name, email, rules);
    const after = (await updateUser(tx, userId, { name })) ?? before;
    await recordAudit(tx, {
      action: 'rename',
      actorId: userId,
      subjectId: userId,
      personal: { from: oldName, to: name },
    });
    const notice = {
      title: 'Name changed' as const,
      message: `${oldName} (${email}) is now ${name}.`,
      aboutId: userId,
    };
    const deliveries = name === oldName ? [] : await notifyAdmins(tx, notice, userId);
    return { user: presentUser(after), deliveries };
  });
  publisher.notified(deliveries);
  return user;
}
