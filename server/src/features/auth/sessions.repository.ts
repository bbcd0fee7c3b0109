import type { Role } from '@keydesk/shared/users/role';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { sessions, users } from '../../db/tables.ts';
import type { UserRow } from '../users/users.repository.ts';

export type SessionRow = typeof sessions.$inferSelect;

export const insertSession = async (
  db: Connection,
  row: Omit<typeof sessions.$inferInsert, 'expiresAt'> & { lifetimeHours: number },
): Promise<void> => {
  const { lifetimeHours, ...session } = row;
  await db.orm
    .insert(sessions)
    .values({ ...session, expiresAt: sql`now() + make_interval(hours => ${lifetimeHours})` });
};

/** The living session with one of these secrets, and its person as they are now. */
export const findLivingSession = async (
  db: Connection,
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
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        isNull(users.deletedAt),
      ),
    );
  return found;
};

export const revokeSession = async (db: Connection, sessionId: string): Promise<void> => {
  await db.orm
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
};

/** Which of these sessions still live, and the role of each one's person. */
export const livingSessionIds = async (
  db: Connection,
  sessionIds: readonly string[],
): Promise<Map<string, Role>> => {
  if (sessionIds.length === 0) return new Map();
  const rows = await db.orm
    .select({ id: sessions.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        inArray(sessions.id, [...sessionIds]),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        isNull(users.deletedAt),
      ),
    );
  return new Map(rows.map((row) => [row.id, row.role]));
};
