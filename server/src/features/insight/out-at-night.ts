import { dayAfter, localDay, momentOn } from '@keydesk/shared/due/calendar';
import type { Reports } from '@keydesk/shared/insight/dashboard';
import type { Connection } from '../../db/client.ts';
import { isUse, quietsReminders } from '../../db/predicates.ts';
import { holderOfLoan } from '../../db/rows.ts';
import type { Range } from './range.ts';

/**
 * Loans overdue at four in the morning, with the number of such nights, most first. Skips keys
 * reported lost by then and keys that may stay out overnight.
 */
export async function outAtNight(
  { db, now, timezone }: { db: Connection; now: Date; timezone: string },
  range: Range,
): Promise<NonNullable<Reports['outAtNight']>> {
  const nights = nightsOf(range, now, timezone);
  const { rows } = await db.query<NightLoan & { total: number }>(
    `SELECT l.id AS "loanId", k.id AS "keyId", k.key_number AS "keyNumber",
            k.key_name AS "keyName", ${holderOfLoan('l', 'h')}, l.nights,
            count(*) OVER ()::int AS total
       FROM (SELECT out.id, out.key_id, out.holder_id, out.holder_name, count(*)::int AS nights
               FROM (SELECT ${columns} FROM loans WHERE returned_at IS NULL
                     UNION ALL
                     SELECT ${columns} FROM loans
                      WHERE returned_at > $2
                        AND ${nightsBefore('returned_at')} > ${nightsBefore('grace_until')}) AS out
              CROSS JOIN LATERAL unnest(($1::timestamptz[])[
                    ${nightsBefore('out.grace_until')} + 1 : ${nightsBefore('out.returned_at')}]) AS night (at)
              WHERE out.taken_at <= night.at AND ${isUse('out')} AND NOT EXISTS (
                    SELECT FROM incidents i
                     WHERE i.key_id = out.key_id AND ${quietsReminders('i')} AND i.reported_at <= night.at
                       AND coalesce(i.resolved_at, 'infinity') > night.at)
              GROUP BY out.id, out.key_id, out.holder_id, out.holder_name) AS l
       JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
      ORDER BY l.nights DESC, k.key_number, l.id
      LIMIT 50`,
    [nights, nights[0] ?? now],
  );
  return {
    total: rows[0]?.total ?? 0,
    loans: rows.map(({ total, ...loan }) => loan),
  };
}

/** How many nights begin before a moment; all of them for null. */
function nightsBefore(moment: string): string {
  return `width_bucket(coalesce(${moment}, 'infinity') - interval '1 microsecond', $1::timestamptz[])`;
}

const columns =
  'id, key_id, holder_id, holder_name, taken_at, returned_at, grace_until, return_type';

type NightLoan = NonNullable<Reports['outAtNight']>['loans'][number];

/** After every closing, before every opening, and never in the hour of a clock change. */
const nightTime = '04:00';

/** Past and current nights of the range, as times by which keys should be back. */
function nightsOf({ starts, ends }: Range, now: Date, timezone: string): Date[] {
  const nights: Date[] = [];
  for (let day = localDay(starts, { timezone }); ; day = dayAfter(day)) {
    const night = momentOn(day, nightTime, { timezone });
    if (night >= ends || night > now) return nights;
    if (night >= starts) nights.push(night);
  }
}
