import { appError } from '@keydesk/shared/errors';
import type { Database } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { type KeyRow, presentKey } from '../keys/index.ts';
import type { NotificationDelivery } from '../notifications/index.ts';
import type { WatchedDue } from './current-due.ts';

/** What a change of the calendar or the rules needs. */
export type DueDeps = { db: Database; publisher: Publisher; due: WatchedDue };

/** To be called after a committed change of the calendar or the rules: tells every process and page. */
export async function announceDue({ due, publisher }: DueDeps): Promise<void> {
  await due.refresh();
  publisher.campusChanged();
}

/** To be called after a committed change of due times: shows pages these keys, tells their holders. */
export function announceMoved(
  publisher: Publisher,
  keys: readonly KeyRow[],
  deliveries: readonly NotificationDelivery[],
): void {
  publisher.keysChanged(
    keys.map((row) => ({
      action: 'update',
      key: presentKey(row, 'desk'),
      ...(row.holderId && { requestingUserId: row.holderId }),
    })),
  );
  publisher.notified(deliveries);
}

/**
 * Checks that a change is based on what is stored. Lists are replaced whole, so what somebody else
 * changed in between would be lost unnoticed.
 * @throws CALENDAR_CHANGED
 */
export function requireCurrent(read: string | undefined, current: string): void {
  if (read !== undefined && read !== current) throw appError('CALENDAR_CHANGED');
}
