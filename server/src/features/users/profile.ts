import { appError } from '@keydesk/shared/errors';
import { type NameRules, toSpelling } from '@keydesk/shared/users/person-name';
import { isDesk } from '@keydesk/shared/users/role';
import type { User, UserDetails } from '@keydesk/shared/users/user';
import type { ActionLimits } from '../../action-limits.ts';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import { iterateYielding } from '../../platform/event-loop.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { requireAllowedName } from './name-rules.ts';
import { presentUser, presentUserDetails } from './present.ts';
import { findUser, listNamesOfOthers, lockUserForUpdate, updateUser } from './queries.ts';
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
    await actionLimits.count('rename', userId);
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

/** Nobody takes the name of somebody else who is here, however it is spelled (`honest-names`). */
async function requireOwnName(tx: Transaction, userId: string, name: string): Promise<void> {
  const spelling = toSpelling(name);
  const others = await listNamesOfOthers(tx, userId);
  for await (const other of iterateYielding(others, AbortSignal.timeout(10_000), 500))
    if (toSpelling(other) === spelling) throw appError('NAME_OF_ANOTHER');
}
