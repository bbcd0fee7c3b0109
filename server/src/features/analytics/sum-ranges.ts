import { timeRanges } from '@keydesk/shared/analytics/analytics';
import { type Connection, type Database, transact } from '../../db/client.ts';
import { localDate, localDays } from './calendar.ts';
import { lockClosing } from './closing-lock.ts';

/** The days of a range that ends today, less today: by dates, and by moments. */
type ClosedRange = [
  days: number,
  timezone: string,
  first: string,
  last: string,
  starts: Date,
  ends: Date,
];

const rangesOf = (now: Date, timezone: string): ClosedRange[] =>
  timeRanges
    .filter(({ days }) => days > 1)
    .flatMap(({ days }): ClosedRange[] => {
      const all = localDays(localDate(now, timezone), days, timezone);
      const [first, last] = [all.at(0), all.at(-2)];
      return first && last
        ? [[days, timezone, first.date, last.date, first.starts, last.ends]]
        : [];
    });

/** Whether all days of the range are closed, each to its end, and nobody has summed them. */
const isToSum = async (db: Connection, range: ClosedRange): Promise<boolean> => {
  const { rows } = await db.query<{ open: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM closed_ranges
                         WHERE days = $1 AND timezone = $2 AND first = $3 AND last = $4)
        AND (SELECT sum(ends - starts) = $6::timestamptz - $5::timestamptz FROM closed_days
              WHERE timezone = $2 AND day BETWEEN $3 AND $4) AS open`,
    range,
  );
  return rows[0]?.open === true;
};

const sumRange = (db: Database, range: ClosedRange): Promise<void> =>
  transact(db, async (tx) => {
    await lockClosing(tx);
    if (!(await isToSum(tx, range))) return;
    const [days, timezone, ...firstAndLast] = range.slice(0, 4);
    for (const table of ['closed_ranges', 'key_ranges', 'user_ranges'])
      await tx.query(`DELETE FROM ${table} WHERE days = $1`, [days]);
    await tx.query(
      `INSERT INTO key_ranges (days, key_id, loans)
       SELECT $1, key_id, sum(loans) FROM key_days WHERE day BETWEEN $2 AND $3 GROUP BY key_id
        ORDER BY key_id`,
      [days, ...firstAndLast],
    );
    await tx.query(
      `INSERT INTO user_ranges (days, user_id)
       SELECT DISTINCT $1::int, user_id FROM user_days WHERE day BETWEEN $2 AND $3`,
      [days, ...firstAndLast],
    );
    await tx.query(
      'INSERT INTO closed_ranges (days, timezone, first, last) VALUES ($1, $2, $3, $4)',
      [days, timezone, ...firstAndLast],
    );
  });

/** Sums the closed days of each range that a report can be asked for, once a day. */
export const sumRanges = async (db: Database, now: Date, timezone: string): Promise<void> => {
  for (const range of rangesOf(now, timezone))
    if (await isToSum(db, range)) await sumRange(db, range);
};
