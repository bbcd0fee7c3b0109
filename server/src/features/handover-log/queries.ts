import type { LoggedHandover } from '@keydesk/shared/duty/handover-log';
import type { Connection } from '../../platform/db/client.ts';

/** Which handovers to read: since `from`, before `to`, of this guard; null for any. */
export type LogFilter = { from: Date | null; to: Date | null; guardId: string | null };

export type LogRow = {
  kind: LoggedHandover['kind'];
  loan_id: string;
  at: Date;
  key_id: string;
  key_number: string;
  key_name: string;
  home_desk_id: string | null;
  hook: string | null;
  holder_id: string;
  holder_name: string;
  guard_id: string;
  guard_name: string;
  desk_id: string | null;
  desk_name: string | null;
  duty_id: string | null;
  return_type: LoggedHandover['returnType'];
  identified_by: LoggedHandover['identifiedBy'];
  tag_checked: boolean;
  disputed: boolean;
};

/**
 * The latest handovers that match, newest first. Those of one moment stay together, so there may be
 * a few more than `limit`: a batch has at most 200.
 */
export async function listHandovers(
  db: Connection,
  { from, to, guardId }: LogFilter,
  limit: number,
): Promise<LogRow[]> {
  const { rows } = await db.query<LogRow>({
    name: 'handover-log',
    text: logSql,
    values: [from, to, guardId, limit],
  });
  return rows;
}

/**
 * Each side of a loan is read in the order of its own index, and only as far as the limit; keys,
 * people and desks are looked up for the rows that remain.
 */
const logSql = `
  WITH done AS (
       (SELECT 'hand-out' AS kind, id AS loan_id, taken_at AS at, key_id, holder_id,
               handed_by AS guard_id, desk_id, duty_id, NULL AS return_type, identified_by,
               tag_checked_out AS tag_checked
          FROM loans
         WHERE taken_at >= coalesce($1::timestamptz, '-infinity')
           AND taken_at < coalesce($2::timestamptz, 'infinity')
           AND ($3::text IS NULL OR handed_by = $3)
         ORDER BY taken_at DESC FETCH FIRST ($4::int) ROWS WITH TIES)
       UNION ALL
       (SELECT 'return', id, returned_at, key_id, holder_id, received_by, return_desk_id,
               return_duty_id, return_type, NULL, tag_checked_in
          FROM loans
         WHERE returned_at IS NOT NULL
           AND returned_at >= coalesce($1::timestamptz, '-infinity')
           AND returned_at < coalesce($2::timestamptz, 'infinity')
           AND ($3::text IS NULL OR received_by = $3)
         ORDER BY returned_at DESC FETCH FIRST ($4::int) ROWS WITH TIES)
       ORDER BY at DESC FETCH FIRST ($4::int) ROWS WITH TIES)
  SELECT done.*, keys.key_number, keys.key_name, keys.desk_id AS home_desk_id, keys.hook,
         holder.name AS holder_name, guard.name AS guard_name, desks.name AS desk_name,
         EXISTS (SELECT FROM loan_disputes d
                  WHERE d.loan_id = done.loan_id AND d.settled_at IS NULL) AS disputed
    FROM done
    JOIN keys ON keys.id = done.key_id
    JOIN users AS holder ON holder.id = done.holder_id
    JOIN users AS guard ON guard.id = done.guard_id
    LEFT JOIN desks ON desks.id = done.desk_id
   ORDER BY at DESC, kind, key_number`;
