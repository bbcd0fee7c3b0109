import type { User } from '@keydesk/shared/users/user';
import type { Connection, Transaction } from '../../db/client.ts';
import { presentUser } from './users.presenter.ts';
import { findUser, keepUser } from './users.repository.ts';

/** An active person, or null. */
export const findPerson = async (db: Connection, id: string): Promise<User | null> => {
  const row = await findUser(db, id);
  return row ? presentUser(row) : null;
};

/** An active person whom nobody deletes before the transaction ends, or null. */
export const keepPerson = async (tx: Transaction, id: string): Promise<User | null> => {
  const row = await keepUser(tx, id);
  return row ? presentUser(row) : null;
};
