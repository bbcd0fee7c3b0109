import type { DeskSettings } from '@keydesk/shared/settings/security-settings';
import type { Database } from '../../platform/db/client.ts';
import type { Publisher, Recheck } from '../../realtime/publisher.ts';
import type { CurrentDue } from '../due/index.ts';
import type { NotificationDelivery } from '../notifications/index.ts';
import { findCurrentRequestMessages } from './request-messages.ts';
import type { RequestRow } from './request-queries.ts';
import type { RuleCache } from './rule-cache.ts';

/** What requests and grants need. */
export type RequestDeps = {
  db: Database;
  publisher: Publisher;
  due: CurrentDue;
  deskSettings: () => DeskSettings;
  accessRules: RuleCache;
};

type Announcing = Pick<RequestDeps, 'db' | 'publisher'>;

/** To be called after a committed request, or one that went a step up: tells those who decide. */
export function announceRequest(
  { db, publisher }: Announcing,
  { id }: { id: string },
  deliveries: readonly NotificationDelivery[],
): void {
  publisher.notified(deliveries, recheckRequest(db, id));
  publisher.campusChanged();
}

/** To be called after a committed decision: tells whoever asked, and every page. */
export function announceDecision(
  { db, publisher }: Announcing,
  { id, state }: Pick<RequestRow, 'id' | 'state'>,
  deliveries: readonly NotificationDelivery[],
): void {
  publisher.notified(deliveries, state === 'approved' ? recheckRequest(db, id) : undefined);
  publisher.campusChanged();
}

/** Nobody is told any more of what was decided or ended in between (`still-true`). */
function recheckRequest(db: Database, requestId: string): Recheck {
  return async (delivery) => {
    const message = { id: delivery.notification._id, userId: delivery.userId, requestId };
    return (await findCurrentRequestMessages(db, [message])).has(message.id) ? delivery : null;
  };
}
