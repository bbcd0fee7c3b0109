import type { User } from '@keydesk/shared/users/user';
import type { Connection, Transaction } from '../../db/client.ts';
import { presentUser } from './users.presenter.ts';
import { findUser, findUserByEmail, findUserByIdentity, keepUser } from './users.repository.ts';

/** An active person, or null. */
export const findPerson = async (db: Connection, id: string): Promise<User | null> => {
  const row = await findUser(db, id);
  return row ? presentUser(row) : null;
};

/** The person with this address who was not removed, or null. */
export const findPersonByAddress = async (db: Connection, email: string): Promise<User | null> => {
  const row = await findUserByEmail(db, email);
  return row && !row.deletedAt ? presentUser(row) : null;
};

/** The active person with this identity, or null. */
export async function findPersonByIdentity(
  tx: Transaction,
  issuer: string,
  subject: string,
): Promise<User | null> {
  const row = await findUserByIdentity(tx, issuer, subject);
  return row ? presentUser(row) : null;
}

/** An active person whom nobody deletes before the transaction ends, or null. */
export const keepPerson = async (tx: Transaction, id: string): Promise<User | null> => {
  const row = await keepUser(tx, id);
  return row ? presentUser(row) : null;
};
