/**
 * `whole` is the range whose closed days are summed, if they are: those up to yesterday. Comes after
 * `countedTime`. Where it has a row, all of these days are closed.
 */
export const summedRange = `
  whole AS MATERIALIZED (
    SELECT r.days, r.last FROM closed_ranges r
      JOIN (SELECT min(day) AS first, max(day) - 1 AS last FROM span) s
        ON s.first = r.first AND s.last = r.last
     WHERE r.timezone = $6),
  separate AS MATERIALIZED (
    SELECT day FROM closed c WHERE NOT EXISTS (SELECT FROM whole w WHERE c.day <= w.last))`;

/**
 * Joins the rows of each separate day `s` as `d`, one look in the index a day: mostly there is just
 * the running day, but a planner that expects many would read the rows of all days.
 */
export const eachDay = (select: string): string =>
  `CROSS JOIN LATERAL (${select} WHERE day = s.day OFFSET 0) AS d`;
