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
