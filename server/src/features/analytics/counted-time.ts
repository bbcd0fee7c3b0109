import type { Range, Slot } from './range.ts';

/**
 * The range as tables of a WITH clause: `closed` (slot, day, until) are the days counted for good in
 * this time zone, the running one so far; `hours` (slot, starts, ahead) the slots that are hours
 * counted for good; `live` (slot, day, starts, ends, ahead) the stretches of all other time. Each
 * statement decides for itself, so that none is counted twice or not at all. Takes parameters 1 to 6.
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
export const spanValues = (slots: readonly Slot[]): unknown[] => {
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
};

export const rangeValues = ({ slots, timezone }: Range): unknown[] => [
  ...spanValues(slots),
  timezone,
];
