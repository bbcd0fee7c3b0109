import type { PushSubscriptionRecord } from '@keydesk/shared/notifications/push.routes';
import type { Database } from '../../db/client.ts';
import type { Principal } from '../../http/principal.ts';
import { deleteSubscription, saveSubscription } from './push.repository.ts';

/** Sends the caller's notifications to this browser for as long as its session lives. */
export const subscribe = (
  db: Database,
  { user, sessionId }: Principal,
  subscription: PushSubscriptionRecord,
): Promise<void> => saveSubscription(db, { userId: user.id, sessionId }, subscription);

export const removeSubscription = (
  db: Database,
  { user }: Principal,
  endpoint: string,
): Promise<void> => deleteSubscription(db, endpoint, user.id);
