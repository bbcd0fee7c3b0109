import type { Connection } from '../../platform/db/client.ts';

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
