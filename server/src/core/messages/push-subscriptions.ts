import type { PushSubscriptionRecord } from '@keydesk/shared/core/notifications';
import { and, eq, sql } from 'drizzle-orm';
import { type Connection, type Database, transact } from '../../db/client.ts';
import { pushSubscriptions } from '../../db/schema.ts';
import { messagesAreHeld } from './held-messages.ts';

/**
 * Stores a browser's subscription, valid as long as its session; a browser belongs to the person
 * who used it last. An advisory lock serializes a person's subscriptions, so that parallel calls
 * cannot exceed the limit; not a lock on the person's row, because handovers take that.
 */
export async function saveSubscription(
  db: Database,
  owner: { userId: string; sessionId: string },
  { endpoint, keys }: PushSubscriptionRecord,
): Promise<void> {
  const values = {
    ...owner,
    p256dh: keys.p256dh,
    auth: keys.auth,
    createdAt: sql`clock_timestamp()`,
  };
  await transact(db, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      subscriptionsLock,
      owner.userId,
    ]);
    await tx.orm
      .insert(pushSubscriptions)
      .values({ endpoint, ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values });
    await tx.query(
      `DELETE FROM push_subscriptions
        WHERE endpoint IN (SELECT endpoint FROM push_subscriptions
                            WHERE user_id = $1 ORDER BY created_at DESC OFFSET $2)`,
      [owner.userId, maxPerPerson],
    );
  });
}

/** This server calls the endpoint's URL, so it must belong to one of these push services. */
const pushServiceHosts = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
];

/**
 * Whether `endpoint` belongs to a known or additional push service. Only port 443 is allowed,
 * except on this machine if its operator names it.
 */
export function isPushService(endpoint: string, additionalHosts: readonly string[] = []): boolean {
  const { hostname, port } = new URL(endpoint);
  if (port !== '' && hostname !== '127.0.0.1') return false;
  return [...pushServiceHosts, ...additionalHosts].some(
    (service) => hostname === service || hostname.endsWith(`.${service}`),
  );
}

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect & {
  /** Explicit choices by kind of message. */
  chosen: Record<string, boolean> | null;
};

/** Browsers per person; another one replaces the oldest. */
const maxPerPerson = 10;
const subscriptionsLock = 7_233_010;

export async function deleteSubscription(
  db: Connection,
  endpoint: string,
  userId: string,
): Promise<void> {
  await db.orm
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)));
}

/**
 * Browsers whose session has neither ended nor reached its maximum duration. Idle ones count,
 * because push is for closed browsers. None while messages are held. Runs after every handover, so
 * the query is planned once and uses only indexes.
 */
export async function listSubscriptions(
  db: Connection,
  userIds: readonly string[],
  sessionHours: number,
): Promise<SubscriptionRow[]> {
  return db.rows<SubscriptionRow>({
    name: 'active-subscriptions',
    text: `SELECT p.endpoint, p.user_id AS "userId", p.session_id AS "sessionId", p.p256dh, p.auth,
                  p.created_at AS "createdAt",
                  (SELECT jsonb_object_agg(kind, push) FROM message_preferences
                    WHERE user_id = p.user_id) AS chosen
             FROM generate_subscripts($1::text[], 1) AS place
             JOIN LATERAL (SELECT * FROM push_subscriptions
                            WHERE user_id = ($1::text[])[place] OFFSET 0) AS p ON true
             JOIN LATERAL (SELECT FROM sessions
                            WHERE id = p.session_id AND revoked_at IS NULL
                              AND created_at > now() - make_interval(hours => $2) LIMIT 1) AS s
               ON true
            WHERE NOT ${messagesAreHeld}`,
    values: [userIds, sessionHours],
  });
}
