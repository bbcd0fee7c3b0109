import { refusal } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import type { Transaction } from '../../db/client.ts';
import { presentUser } from './users.presenter.ts';
import { type UserRow, updateUser } from './users.repository.ts';

/** Changes facts about a person whom the caller holds. Whoever is given a role waits no longer. */
export const changeUser = async (
  tx: Transaction,
  id: string,
  changes: Partial<Pick<UserRow, 'name' | 'email' | 'role'>>,
): Promise<User> => {
  const row = await updateUser(tx, id, {
    ...changes,
    ...(changes.role && { waitingSince: null }),
  });
  if (!row) throw refusal('USER_NOT_FOUND');
  return presentUser(row);
};
