import type { PushSubscriptionRecord } from '@keydesk/shared/notifications/push.routes';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { pushSubscriptions, sessions } from '../../db/tables.ts';

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
 * Idleness does not count: a closed browser is what a push is for.
 */
export const listSubscriptions = async (
  db: Connection,
  userIds: readonly string[],
  sessionHours: number,
): Promise<SubscriptionRow[]> => {
  const rows = await db.orm
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        inArray(pushSubscriptions.userId, [...userIds]),
        isNull(sessions.revokedAt),
        gt(sessions.createdAt, sql`now() - make_interval(hours => ${sessionHours})`),
      ),
    );
  return rows.map((row) => row.subscription);
};
