import { asc, eq } from 'drizzle-orm';
import type { Connection } from '../../platform/db/client.ts';
import {
  codes,
  keys,
  linkPermissions,
  loans,
  notifications,
  pushSubscriptions,
  sessions,
  signIns,
  users,
} from '../../platform/db/tables.ts';

type HashedRow = { cookieHash?: Buffer; bearerHash?: Buffer; secretHash?: Buffer };

/** Everything stored under a person's id except the audit trail, by kind. */
export async function readOwnRows(db: Connection, userId: string) {
  const { orm } = db;
  const [person] = await orm.select().from(users).where(eq(users.id, userId));
  return {
    person,
    linkPermissions: await orm
      .select()
      .from(linkPermissions)
      .where(eq(linkPermissions.userId, userId)),
    sessions: (
      await orm
        .select()
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(asc(sessions.createdAt))
    ).map(withoutHashes),
    signIns: await orm
      .select({ at: signIns.at })
      .from(signIns)
      .where(eq(signIns.userId, userId))
      .orderBy(asc(signIns.at)),
    loans: await orm
      .select({
        id: loans.id,
        keyNumber: keys.keyNumber,
        keyName: keys.keyName,
        takenAt: loans.takenAt,
        returnedAt: loans.returnedAt,
        returnType: loans.returnType,
        returnReason: loans.returnReason,
      })
      .from(loans)
      .innerJoin(keys, eq(keys.id, loans.keyId))
      .where(eq(loans.holderId, userId))
      .orderBy(asc(loans.takenAt)),
    codes: (
      await orm.select().from(codes).where(eq(codes.userId, userId)).orderBy(asc(codes.issuedAt))
    ).map(({ result: _answer, usedBy: _desk, ...code }) => withoutHashes(code)),
    notifications: (
      await orm
        .select()
        .from(notifications)
        .where(eq(notifications.userId, userId))
        .orderBy(asc(notifications.createdAt))
    ).map(({ aboutId: _other, ...notification }) => notification),
    pushSubscriptions: await orm
      .select({
        endpoint: pushSubscriptions.endpoint,
        sessionId: pushSubscriptions.sessionId,
        createdAt: pushSubscriptions.createdAt,
      })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId)),
  };
}

/** Leaves out the hashes of secrets, which mean nothing to the person. */
function withoutHashes({ cookieHash, bearerHash, secretHash, ...rest }: HashedRow) {
  return rest;
}

/** Counts of what a person did at the desk on one day. Which keys and whose is not about them. */
export type DeskDay = {
  day: string;
  handedOut: number;
  received: number;
  broughtBackForOthers: number;
};

/** A person's work at the desk by day. It scans all loans, so it runs in the queue of long work. */
export async function readDeskDays(
  db: Connection,
  userId: string,
  timezone: string,
): Promise<DeskDay[]> {
  const { rows } = await db.query<DeskDay>(
    `SELECT to_char(at AT TIME ZONE $2, 'YYYY-MM-DD') AS day,
            count(*) FILTER (WHERE deed = 'out')::int AS "handedOut",
            count(*) FILTER (WHERE deed = 'in')::int AS received,
            count(*) FILTER (WHERE deed = 'brought')::int AS "broughtBackForOthers"
       FROM loans CROSS JOIN LATERAL (VALUES
            ('out', taken_at, handed_by = $1),
            ('in', returned_at, received_by = $1),
            ('brought', returned_at, returned_by = $1 AND holder_id <> $1)) AS done (deed, at, mine)
      WHERE $1 IN (handed_by, received_by, returned_by) AND mine
      GROUP BY 1 ORDER BY 1`,
    [userId, timezone],
  );
  return rows;
}
