import { appError } from '@keydesk/shared/errors';
import { rolesThatMay } from '@keydesk/shared/users/role';
import type { User, UserDetails } from '@keydesk/shared/users/user';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { type NewNotification, type NotificationDelivery, notify } from '../notifications/index.ts';
import { presentUser, presentUserDetails } from './present.ts';
import {
  findUser,
  findUserByEmail,
  findUserByIdentity,
  listUserIdsByRole,
  lockUserForShare,
  type UserRow,
  updateUser,
} from './queries.ts';

/** The person with this id who was not removed, or null. */
export async function findPerson(db: Connection, id: string): Promise<User | null> {
  const row = await findUser(db, id);
  return row ? presentUser(row) : null;
}

/** What the desk sees of a person, or null. */
export async function findPersonDetails(db: Connection, id: string): Promise<UserDetails | null> {
  const row = await findUser(db, id);
  return row ? presentUserDetails(row) : null;
}

/** The person with this address who was not removed, or null. */
export async function findPersonByAddress(db: Connection, email: string): Promise<User | null> {
  const row = await findUserByEmail(db, email);
  return row && !row.deletedAt ? presentUser(row) : null;
}

/** The person with this identity, in any state, or null. */
export async function findPersonByIdentity(
  tx: Transaction,
  issuer: string,
  subject: string,
): Promise<User | null> {
  const row = await findUserByIdentity(tx, issuer, subject);
  return row ? presentUser(row) : null;
}

/** An active person, who cannot be deleted before the transaction ends; or null. */
export async function lockPersonForShare(tx: Transaction, id: string): Promise<User | null> {
  const row = await lockUserForShare(tx, id);
  return row ? presentUser(row) : null;
}

/** Changes a person whom the caller has locked. A person who is given a role no longer waits. */
export async function changeUser(
  tx: Transaction,
  id: string,
  changes: Partial<Pick<UserRow, 'name' | 'email' | 'role'>>,
): Promise<User> {
  const row = await updateUser(tx, id, {
    ...changes,
    ...(changes.role && { waitingSince: null }),
  });
  if (!row) throw appError('USER_NOT_FOUND');
  return presentUser(row);
}

/** Notifies every admin except `exceptId`; the caller publishes the result after the commit. */
export async function notifyAdmins(
  tx: Transaction,
  notice: AdminNotification,
  exceptId?: string,
): Promise<NotificationDelivery[]> {
  const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
  return notify(
    tx,
    admins.filter((id) => id !== exceptId).map((userId) => ({ userId, ...notice })),
  );
}

/** News of a person. */
type AdminNotification =
  | Omit<NewNotification<'registration-waiting'>, 'userId'>
  | Omit<NewNotification<'name-changed'>, 'userId'>;
