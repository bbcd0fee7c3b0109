/**
 * What is counted, asked of the loans and sign-ins themselves, for the rows of a `live` table
 * (slot, day, starts, ends, ahead). Charts of the running hour and the closing of hours and days share these.
 */

/** The hour that the clocks of the campus show at a moment, so many seconds ahead of UTC. */
export const localHour = (moment: string, ahead: string): string =>
  `extract(hour FROM (${moment} + make_interval(secs => ${ahead})) AT TIME ZONE 'UTC')::int`;

/** A usage is a loan, counted when its key was handed out. */
export const liveHourUses = `
  SELECT s.slot, s.day, k.department, count(*)::int AS loans,
         ${localHour('l.taken_at', 's.ahead')} AS hour
    FROM live s
    JOIN loans l ON l.taken_at >= s.starts AND l.taken_at < s.ends
    JOIN keys k ON k.id = l.key_id
   GROUP BY s.slot, s.day, k.department, hour`;

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
