import { appError } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import type { NewNotification } from '../notifications/index.ts';
import { type NotificationDelivery, notify } from '../notifications/index.ts';
import { presentUser } from './present.ts';
import {
  findUser,
  findUserByEmail,
  findUserByIdentity,
  listUserIdsByRole,
  lockUserForShare,
  type UserRow,
  updateUser,
} from './queries.ts';

/** An active person, or null. */
export async function findPerson(db: Connection, id: string): Promise<User | null> {
  const row = await findUser(db, id);
  return row ? presentUser(row) : null;
}

/** The person with this address who was not removed, or null. */
export async function findPersonByAddress(db: Connection, email: string): Promise<User | null> {
  const row = await findUserByEmail(db, email);
  return row && !row.deletedAt ? presentUser(row) : null;
}

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
export async function lockPersonForShare(tx: Transaction, id: string): Promise<User | null> {
  const row = await lockUserForShare(tx, id);
  return row ? presentUser(row) : null;
}

/** Changes facts about a person whom the caller holds. Whoever is given a role waits no longer. */
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

type AdminNotification = Omit<NewNotification, 'userId' | 'type'>;

/** Tells every admin but the one who did it; the caller publishes it after commit. */
export async function notifyAdmins(
  tx: Transaction,
  notice: AdminNotification,
  exceptId?: string,
): Promise<NotificationDelivery[]> {
  const admins = (await listUserIdsByRole(tx, ['admin'])).filter((id) => id !== exceptId);
  return notify(
    tx,
    admins.map((userId) => ({ userId, type: 'system_alert' as const, ...notice })),
  );
}
