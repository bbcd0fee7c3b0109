import { refusal } from '@keydesk/shared/errors';
import type { Transaction } from '../../db/client.ts';
import { listUserIds } from '../users/list-user-ids.service.ts';

/**
 * Lets go of an admin only while there is another (DESIGN §6.12). The caller holds the lock on
 * admins.
 * @throws LAST_ADMIN
 */
export const requireAnotherAdmin = async (tx: Transaction, adminId: string): Promise<void> => {
  const admins = await listUserIds(tx, ['admin']);
  if (!admins.some((id) => id !== adminId)) throw refusal('LAST_ADMIN');
};
