import type { SecuritySettings } from '@keydesk/shared/campus/settings';
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { isActive } from '../../db/predicates.ts';
import { sessions, signIns, users } from '../../db/schema.ts';
import { selectList } from '../../db/sql-text.ts';
import { isActiveUser, type UserRow } from '../people/index.ts';

type SessionRow = typeof sessions.$inferSelect;

export type SessionPolicy = SecuritySettings['sessionSettings'];

/**
 * Stores a session with the current time, since the transaction may have waited. Without
 * `authenticatedAt` it counts as confirmed now.
 */
export async function insertSession(
  db: Connection,
  {
    authenticatedAt,
    ...row
  }: typeof sessions.$inferInsert & { authenticatedAt?: Date | undefined },
): Promise<void> {
  await db.orm.insert(sessions).values({
    ...row,
    createdAt: sql`clock_timestamp()`,
    confirmedAt: notAfterNow(authenticatedAt),
  });
}

/** The provider's clock may be ahead. */
function notAfterNow(at: Date | undefined) {
  return sql`least(clock_timestamp(), ${at?.toISOString() ?? null}::timestamptz)`;
}

export async function storeConfirmation(
  db: Connection,
  sessionId: string,
  authenticatedAt: Date | undefined,
): Promise<void> {
  await db.orm
    .update(sessions)
    .set({ confirmedAt: notAfterNow(authenticatedAt) })
    .where(eq(sessions.id, sessionId));
}

export type ActiveSession = {
  id: string;
  cookie_hash: Buffer;
  bearer_hash: Buffer;
  confirmed_at: Date;
  started_at: Date;
  last_active_at: Date;
  user: UserRow;
};

type ActiveSessionRow = Omit<ActiveSession, 'user'> & UserRow & { session_id: string };

/** Which of its two secrets a session is looked up by. */
export type SecretKind = 'cookie' | 'bearer';

const activeSessionSqlByKind = {
  cookie: activeSessionSql('cookie'),
  bearer: activeSessionSql('bearer'),
};

export async function findActiveSessions(
  db: Connection,
  { maxSessionDuration, sessionTimeout }: SessionPolicy,
  kind: SecretKind,
  hashes: readonly Buffer[],
): Promise<ActiveSession[]> {
  const rows = await db.rows<ActiveSessionRow>({
    name: `active-sessions-by-${kind}`,
    text: activeSessionSqlByKind[kind],
    values: [hashes, maxSessionDuration, sessionTimeout],
  });
  return rows.map(
    ({
      session_id,
      cookie_hash,
      bearer_hash,
      confirmed_at,
      started_at,
      last_active_at,
      ...user
    }) => ({
      id: session_id,
      cookie_hash,
      bearer_hash,
      confirmed_at,
      started_at,
      last_active_at,
      user,
    }),
  );
}

/** Newest first. */
export function listActiveSessions(
  db: Connection,
  policy: SessionPolicy,
  userId: string,
): Promise<SessionRow[]> {
  return db.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isActiveSession(policy)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
}

/** SQL condition: not ended, not too old, and used within `sessionTimeout` minutes. */
function isActiveSession({ maxSessionDuration, sessionTimeout }: SessionPolicy) {
  return and(
    isNull(sessions.revokedAt),
    gt(sessions.createdAt, sql`now() - make_interval(hours => ${maxSessionDuration})`),
    gt(sessions.lastActiveAt, sql`now() - make_interval(mins => ${sessionTimeout})`),
  );
}

/** The session of this cookie unless it was ended; includes expired ones. */
export async function findUnrevokedSession(
  db: Connection,
  cookieHash: Buffer,
): Promise<Pick<SessionRow, 'id' | 'userId' | 'createdAt' | 'lastActiveAt'> | undefined> {
  const { id, userId, createdAt, lastActiveAt } = sessions;
  const [row] = await db.orm
    .select({ id, userId, createdAt, lastActiveAt })
    .from(sessions)
    .where(and(eq(sessions.cookieHash, cookieHash), isNull(sessions.revokedAt)));
  return row;
}

/** Includes expired sessions. */
export async function listUnrevokedSessionIds(db: Connection, userId: string): Promise<string[]> {
  const rows = await db.orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
  return rows.map(({ id }) => id);
}

/** People without active sessions are left out. */
export async function countActiveSessions(
  db: Connection,
  policy: SessionPolicy,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.orm
    .select({ userId: sessions.userId, count: sql<number>`count(*)::int` })
    .from(sessions)
    .where(and(inArray(sessions.userId, [...userIds]), isActiveSession(policy)))
    .groupBy(sessions.userId);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** Includes ended sessions that are still stored. */
export async function lastSessionActivity(db: Connection, userId: string): Promise<Date | null> {
  const [row] = await db.orm
    .select({ at: sessions.lastActiveAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastActiveAt))
    .limit(1);
  return row?.at ?? null;
}

export async function revokeSessions(db: Connection, sessionIds: readonly string[]): Promise<void> {
  await db.orm
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(sessions.id, [...sessionIds]), isNull(sessions.revokedAt)));
}

export async function revokeSessionsOfUser(db: Connection, userId: string): Promise<void> {
  await db.orm
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
}

/** Returns the number of ended sessions. */
export async function revokeAllSessions(db: Connection): Promise<number> {
  const { rowCount } = await db.query(
    'UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL',
  );
  return rowCount ?? 0;
}

export async function findActiveSessionUsers(
  db: Connection,
  policy: SessionPolicy,
  sessionIds: readonly string[],
): Promise<Map<string, Pick<UserRow, 'id' | 'role'>>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db.orm
    .select({ sessionId: sessions.id, id: users.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, [...sessionIds]), isActiveSession(policy), isActiveUser));
  return new Map(rows.map(({ sessionId, ...user }) => [sessionId, user]));
}

/** The age of the last use in ms, and its network address. */
export type SessionUse = { id: string; agoMs: number; address: string | undefined };

export async function storeSessionUses(db: Connection, uses: readonly SessionUse[]): Promise<void> {
  await db.query({
    name: 'store-session-uses',
    text: `UPDATE sessions
              SET last_active_at = greatest(last_active_at, clock_timestamp() - used.ago * interval '1 ms'),
                  address = coalesce(used.address, sessions.address)
             FROM unnest($1::text[], $2::int[], $3::text[]) AS used (id, ago, address)
            WHERE sessions.id = used.id AND revoked_at IS NULL`,
    values: [
      uses.map(({ id }) => id),
      uses.map(({ agoMs }) => agoMs),
      uses.map(({ address }) => address ?? null),
    ],
  });
}

export async function insertSignIn(db: Connection, userId: string): Promise<void> {
  await db.orm.insert(signIns).values({ userId });
}

/**
 * SQL for the sessions of `isActiveSession`, without people who may not sign in. Runs for every
 * request, so each session and person is looked up by index: for a plain join without good
 * statistics the planner reads all people. It estimates the same number of subscripts for any
 * array, so the statement is not replanned.
 */
function activeSessionSql(kind: SecretKind): string {
  return `
  SELECT s.id AS session_id, s.cookie_hash, s.bearer_hash, s.confirmed_at,
         s.created_at AS started_at, s.last_active_at, ${selectList('u', users)}
    FROM generate_subscripts($1::bytea[], 1) AS place
    JOIN LATERAL (
         SELECT * FROM sessions
          WHERE ${kind}_hash = ($1::bytea[])[place] AND revoked_at IS NULL
            AND created_at > now() - make_interval(hours => $2)
            AND last_active_at > now() - make_interval(mins => $3) LIMIT 1) AS s ON true
    JOIN LATERAL (
         SELECT * FROM users
          WHERE id = s.user_id AND ${isActive('users')} LIMIT 1) AS u ON true`;
}
