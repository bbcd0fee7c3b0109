import type { Transaction } from '../../db/client.ts';
import { lockUser, type UserRow } from './users.repository.ts';

/** Makes what one person does at once, in several tabs, happen one after the other. */
export const holdUser = (tx: Transaction, id: string): Promise<UserRow | undefined> =>
  lockUser(tx, id);
