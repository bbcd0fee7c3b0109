import { refusal } from '@keydesk/shared/errors';
import { isDesk } from '@keydesk/shared/users/role';
import type { User, UserDetails } from '@keydesk/shared/users/user';
import { type Database, transact } from '../../db/client.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { presentUser, presentUserDetails } from './users.presenter.ts';
import { findUser, updateUser } from './users.repository.ts';

/** A person's details: one's own, or anybody's for the desk. */
export const userDetails = async (
  db: Database,
  reader: User,
  userId: string,
): Promise<UserDetails> => {
  if (reader.id !== userId && !isDesk(reader.role)) throw refusal('NOT_ALLOWED');
  const row = await findUser(db, userId);
  if (!row) throw refusal('USER_NOT_FOUND');
  return presentUserDetails(row);
};

/** Changes the caller's own name; no profile call changes email or role (DESIGN §6.11). */
export const renameSelf = async (db: Database, userId: string, name: string): Promise<User> =>
  transact(db, async (tx) => {
    const before = await findUser(tx, userId);
    const after = before && (await updateUser(tx, userId, { name }));
    if (!after) throw refusal('USER_NOT_FOUND');
    await recordAudit(tx, {
      action: 'rename',
      actorId: userId,
      subjectId: userId,
      details: { from: before.name, to: name },
    });
    return presentUser(after);
  });
