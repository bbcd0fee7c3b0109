import type { SecuritySettings } from '@keydesk/shared/settings/security-settings';
import type { Role } from '@keydesk/shared/users/role';
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { sessions, users } from '../../db/tables.ts';
import type { UserRow } from '../users/users.repository.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** How long sessions live, as the security settings have it now. */
export type SessionPolicy = SecuritySettings['sessionSettings'];

const living = ({ maxSessionDuration, sessionTimeout }: SessionPolicy) =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.createdAt, sql`now() - make_interval(hours => ${maxSessionDuration})`),
    gt(sessions.lastActiveAt, sql`now() - make_interval(mins => ${sessionTimeout})`),
  );

/** Stores a session, created now: not at the start of a transaction that had to wait. */
export const insertSession = async (
  db: Connection,
  row: typeof sessions.$inferInsert,
): Promise<void> => {
  await db.orm.insert(sessions).values({ ...row, createdAt: sql`clock_timestamp()` });
};

/** The living session with one of these secrets, and its person as they are now. */
export const findLivingSession = async (
  db: Connection,
  policy: SessionPolicy,
  secret: { cookieHash: Buffer } | { bearerHash: Buffer },
): Promise<{ session: SessionRow; user: UserRow } | undefined> => {
  const [found] = await db.orm
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        'cookieHash' in secret
          ? eq(sessions.cookieHash, secret.cookieHash)
          : eq(sessions.bearerHash, secret.bearerHash),
        living(policy),
        isNull(users.deletedAt),
      ),
    );
  return found;
};

/** The living sessions of this person, the newest first. */
export const listLivingSessions = (
  db: Connection,
  policy: SessionPolicy,
  userId: string,
): Promise<SessionRow[]> =>
  db.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), living(policy)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));

/** How many living sessions each of these people has; those without any are left out. */
export const countLivingSessions = async (
  db: Connection,
  policy: SessionPolicy,
  userIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await db.orm
    .select({ userId: sessions.userId, count: sql<number>`count(*)::int` })
    .from(sessions)
    .where(and(inArray(sessions.userId, [...userIds]), living(policy)))
    .groupBy(sessions.userId);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
};

export const revokeSessions = async (
  db: Connection,
  sessionIds: readonly string[],
): Promise<void> => {
  await db.orm
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(sessions.id, [...sessionIds]), isNull(sessions.revokedAt)));
};

export const revokeSessionsOfUser = async (db: Connection, userId: string): Promise<void> => {
  await db.orm
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
};

/** Which of these sessions still live, and the role of each one's person. */
export const livingSessionIds = async (
  db: Connection,
  policy: SessionPolicy,
  sessionIds: readonly string[],
): Promise<Map<string, Role>> => {
  if (sessionIds.length === 0) return new Map();
  const rows = await db.orm
    .select({ id: sessions.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, [...sessionIds]), living(policy), isNull(users.deletedAt)));
  return new Map(rows.map((row) => [row.id, row.role]));
};

/** When a session was last used, in milliseconds before now. */
export type SessionUse = { id: string; agoMs: number };

/** Notes when sessions were last used. */
export const storeSessionUses = async (
  db: Connection,
  uses: readonly SessionUse[],
): Promise<void> => {
  await db.query({
    name: 'store-session-uses',
    text: `UPDATE sessions
              SET last_active_at = greatest(last_active_at, clock_timestamp() - used.ago * interval '1 ms')
             FROM unnest($1::text[], $2::int[]) AS used (id, ago)
            WHERE sessions.id = used.id AND revoked_at IS NULL`,
    values: [uses.map(({ id }) => id), uses.map(({ agoMs }) => agoMs)],
  });
};
