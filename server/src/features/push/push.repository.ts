import type { PushSubscriptionRecord } from '@keydesk/shared/notifications/push.routes';
import { and, eq } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { pushSubscriptions } from '../../db/tables.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** Remembers a browser's subscription; a browser belongs to whoever used it last. */
export const saveSubscription = async (
  db: Connection,
  owner: { userId: string; sessionId: string },
  { endpoint, keys }: PushSubscriptionRecord,
): Promise<void> => {
  const values = { ...owner, p256dh: keys.p256dh, auth: keys.auth };
  await db.orm
    .insert(pushSubscriptions)
    .values({ endpoint, ...values })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values });
};

export const deleteSubscription = async (
  db: Connection,
  endpoint: string,
  userId: string,
): Promise<void> => {
  await db.orm
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)));
};

/**
 * The browsers of these people in which they have not signed out, nor been signed in for too long.
 * Idleness does not count: a closed browser is what a push is for. Asked after every handover, so in
 * a form that is planned once and goes by indexes alone.
 */
export const listSubscriptions = async (
  db: Connection,
  userIds: readonly string[],
  sessionHours: number,
): Promise<SubscriptionRow[]> => {
  const { rows } = await db.query<SubscriptionRow>({
    name: 'living-subscriptions',
    text: `SELECT p.endpoint, p.user_id AS "userId", p.session_id AS "sessionId", p.p256dh, p.auth,
                  p.created_at AS "createdAt"
             FROM generate_subscripts($1::text[], 1) AS place
             JOIN LATERAL (SELECT * FROM push_subscriptions
                            WHERE user_id = ($1::text[])[place] OFFSET 0) AS p ON true
             JOIN LATERAL (SELECT FROM sessions
                            WHERE id = p.session_id AND revoked_at IS NULL
                              AND created_at > now() - make_interval(hours => $2) LIMIT 1) AS s
               ON true`,
    values: [userIds, sessionHours],
  });
  return rows;
};
