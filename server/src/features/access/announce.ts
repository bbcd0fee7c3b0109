import type { DeskSettings } from '@keydesk/shared/settings/security-settings';
import type { Database } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import type { CurrentDue } from '../due/index.ts';
import type { NewNotification, NotificationDelivery } from '../notifications/index.ts';
import type { RequestRow } from './request-queries.ts';

/** What requests and grants need. */
export type RequestDeps = {
  db: Database;
  publisher: Publisher;
  due: CurrentDue;
  deskSettings: () => DeskSettings;
};

/** To be called after a committed request or decision: tells those concerned, and every page. */
export function announceRequest(
  publisher: Publisher,
  deliveries: readonly NotificationDelivery[],
): void {
  publisher.notified(deliveries);
  publisher.campusChanged();
}

/** What those who decide about a request are told. */
export function askNotices(
  request: RequestRow,
  userIds: readonly string[],
  { now, timezone }: { now: Date; timezone: string },
): NewNotification[] {
  const { id: requestId, keyId, keyNumber, purpose, wantedUntil: until } = request;
  const person = { id: request.userId, name: request.userName };
  const facts = { keyNumber, person, until, purpose, timezone };
  return userIds.map((userId) => ({
    userId,
    template: 'access-requested',
    facts,
    aboutId: keyId,
    requestId,
    at: now,
  }));
}
