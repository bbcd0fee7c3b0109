import type { Range, Slot } from './range.ts';

/**
 * Counts from the loans themselves, for the rows of a `live` table (slot, day, starts, ends,
 * ahead), shared by the charts and the roll-up of hours and days. A use is a loan, counted when its
 * key was handed out.
 */
export const liveHourUses = `
  SELECT s.slot, s.day, k.department, count(*)::int AS loans,
         ${localHour('l.taken_at', 's.ahead')} AS hour
    FROM live s
    JOIN loans l ON l.taken_at >= s.starts AND l.taken_at < s.ends
    JOIN keys k ON k.id = l.key_id
   GROUP BY s.slot, s.day, k.department, hour`;

/** SQL for the local hour at a time, `ahead` seconds ahead of UTC. */
function localHour(moment: string, ahead: string): string {
  return `extract(hour FROM (${moment} + make_interval(secs => ${ahead})) AT TIME ZONE 'UTC')::int`;
}

export const liveKeyUses = `
  SELECT s.day, l.key_id, count(*)::int AS loans
    FROM live s
    JOIN loans l ON l.taken_at >= s.starts AND l.taken_at < s.ends
   GROUP BY s.day, l.key_id`;

/** Active is who signed in, took or brought a key, or handed one over at the desk. */
export const liveUserActs = `
  SELECT DISTINCT s.slot, s.day, a.user_id
    FROM live s
   CROSS JOIN LATERAL (
     SELECT i.user_id FROM sign_ins i WHERE i.at >= s.starts AND i.at < s.ends
     UNION
     SELECT m.user_id
       FROM loans l, unnest(ARRAY[l.holder_id, l.handed_by]) AS m(user_id)
      WHERE l.taken_at >= s.starts AND l.taken_at < s.ends
     UNION
     SELECT m.user_id
       FROM loans l, unnest(ARRAY[l.returned_by, l.received_by]) AS m(user_id)
      WHERE l.returned_at >= s.starts AND l.returned_at < s.ends
   ) a`;

/**
 * The range as tables of a WITH clause: `closed` (slot, day, until) are the days counted for good
 * in this time zone, the running one so far; `hours` (slot, starts, ahead) the slots that are hours
 * counted for good; `live` (slot, day, starts, ends, ahead) the stretches of all other time. Each
 * statement decides for itself, so that none is counted twice or not at all. Takes parameters 1 to
 * 6.
 */
export const countedTime = `
  span AS MATERIALIZED (
    SELECT * FROM unnest($1::int[], $2::date[], $3::timestamptz[], $4::timestamptz[], $5::int[])
      AS s(slot, day, starts, ends, ahead)),
  closed AS MATERIALIZED (
    SELECT DISTINCT s.slot, s.day, d.ends AS until
      FROM span s JOIN closed_days d ON d.day = s.day AND d.timezone = $6),
  hours AS MATERIALIZED (
    SELECT s.slot, s.starts, s.ahead FROM span s
      JOIN closed_hours h ON h.starts = s.starts AND h.ends = s.ends AND h.timezone = $6
     WHERE s.day IS NULL),
  live AS MATERIALIZED (
    SELECT s.slot, s.day, greatest(s.starts, c.until) AS starts, s.ends, s.ahead
      FROM span s LEFT JOIN closed c ON c.slot = s.slot
     WHERE (c.slot IS NULL OR c.until < s.ends)
       AND NOT EXISTS (SELECT FROM hours h WHERE h.slot = s.slot))`;

/** The stretches alone, all of them live, from parameters 1 to 5. */
export const liveSpans = `
  WITH live AS MATERIALIZED (
    SELECT * FROM unnest($1::int[], $2::date[], $3::timestamptz[], $4::timestamptz[], $5::int[])
      AS s(slot, day, starts, ends, ahead))`;

/** The first five parameters: slots by their index, in stretches. */
export function spanValues(slots: readonly Slot[]): unknown[] {
  const spans = slots.flatMap(({ date, spans: own }, slot) =>
    own.map((span) => ({ ...span, slot, date })),
  );
  return [
    spans.map(({ slot }) => slot),
    spans.map(({ date }) => date),
    spans.map(({ starts }) => starts.toISOString()),
    spans.map(({ ends }) => ends.toISOString()),
    spans.map(({ offsetMs }) => Math.round(offsetMs / 1000)),
  ];
}

export function rangeValues({ slots, timezone }: Range): unknown[] {
  return [...spanValues(slots), timezone];
}

/**
 * `whole` is the range whose closed days are summed, if they are: those up to yesterday. Comes
 * after `countedTime`. Where it has a row, all of these days are closed.
 */
const summedRange = `
  whole AS MATERIALIZED (
    SELECT r.days, r.last FROM closed_ranges r
      JOIN (SELECT min(day) AS first, max(day) - 1 AS last FROM span) s
        ON s.first = r.first AND s.last = r.last
     WHERE r.timezone = $6),
  separate AS MATERIALIZED (
    SELECT day FROM closed c WHERE NOT EXISTS (SELECT FROM whole w WHERE c.day <= w.last))`;

/** Uses by slot, local hour and department of the key: of closed days and hours, and live. */
export const hourUses = `
  uses AS (
    SELECT c.slot, d.hour, d.department, d.loans FROM closed c JOIN hour_days d ON d.day = c.day
    UNION ALL
    SELECT h.slot, ${localHour('h.starts', 'h.ahead')}, d.department, d.loans
      FROM hours h JOIN department_hours d ON d.starts = h.starts
    UNION ALL
    SELECT slot, hour, department, loans FROM (${liveHourUses}) AS l)`;

/** Uses by key: of closed days and hours, and live. */
export const keyUses = `${summedRange},
  uses AS (
    SELECT k.key_id, k.loans FROM whole w JOIN key_ranges k ON k.days = w.days
    UNION ALL
    SELECT d.key_id, d.loans FROM separate s ${eachDay('SELECT key_id, loans FROM key_days')}
    UNION ALL
    SELECT k.key_id, k.loans FROM hours h JOIN key_hours k ON k.starts = h.starts
    UNION ALL
    SELECT key_id, loans FROM (${liveKeyUses}) AS l)`;

/**
 * Joins the rows of each separate day `s` as `d`, one look in the index a day: mostly there is just
 * the running day, but a planner that expects many would read the rows of all days.
 */
function eachDay(select: string): string {
  return `CROSS JOIN LATERAL (${select} WHERE day = s.day OFFSET 0) AS d`;
}

/** Who was active in the range, in closed days and hours, and live; some more than once. */
export const activeInRange = `${summedRange},
  acts AS (
    SELECT u.user_id FROM whole w JOIN user_ranges u ON u.days = w.days
    UNION ALL
    SELECT d.user_id FROM separate s ${eachDay('SELECT user_id FROM user_days')}
    UNION ALL
    SELECT u.user_id FROM hours h JOIN user_hours u ON u.starts = h.starts
    UNION ALL
    SELECT user_id FROM (${liveUserActs}) AS l)`;

/** Who was active in which slot that is not counted by role and department, once in each. */
export const activeInSlots = `
  acts AS (
    SELECT h.slot, u.user_id FROM hours h JOIN user_hours u ON u.starts = h.starts
    UNION ALL
    (SELECT c.slot, d.user_id
       FROM closed c JOIN user_days d ON d.day = c.day
      WHERE NOT EXISTS (SELECT FROM active_days a WHERE a.day = c.day)
     UNION
     SELECT slot, user_id FROM (${liveUserActs}) AS l))`;

/**
 * The people among those active who are still there and match the filters of role and department.
 */
export const matchingPeople = `
  people AS (
    SELECT u.id, u.department FROM users u
     WHERE u.deleted_at IS NULL AND ($7 = 'all' OR u.role = $7) AND ($8 = 'all' OR u.department = $8))`;
