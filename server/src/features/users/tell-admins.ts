import type { Transaction } from '../../db/client.ts';
import { type NewNotification, notify, type Told } from '../notifications/notifications.service.ts';
import { idsByRole } from './users.repository.ts';

type Notice = Omit<NewNotification, 'userId' | 'type'>;

/** Tells every admin but the one who did it; the caller publishes it after commit. */
export async function tellAdmins(
  tx: Transaction,
  notice: Notice,
  exceptId?: string,
): Promise<Told[]> {
  const admins = (await idsByRole(tx, ['admin'])).filter((id) => id !== exceptId);
  return notify(
    tx,
    admins.map((userId) => ({ userId, type: 'system_alert' as const, ...notice })),
  );
}
