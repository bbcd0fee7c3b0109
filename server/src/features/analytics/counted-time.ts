import type { Range, Slot } from './range.ts';

/**
 * The range as tables of a WITH clause: `closed` (slot, day) are the days counted for good in this
 * time zone, `hours` (slot, day, starts, ends, ahead) the stretches of all others that are hours
 * counted for good, `live` (of the same form) those that are not. Each statement decides for itself,
 * so that no time is counted twice or not at all. Takes parameters 1 to 6.
 */
export const countedTime = `
  span AS MATERIALIZED (
    SELECT * FROM unnest($1::int[], $2::date[], $3::timestamptz[], $4::timestamptz[], $5::int[])
      AS s(slot, day, starts, ends, ahead)),
  closed AS MATERIALIZED (
    SELECT DISTINCT s.slot, s.day FROM span s JOIN closed_days d ON d.day = s.day AND d.timezone = $6),
  open AS MATERIALIZED (
    SELECT * FROM span s WHERE NOT EXISTS (SELECT FROM closed c WHERE c.slot = s.slot)),
  hours AS MATERIALIZED (
    SELECT o.* FROM open o
      JOIN closed_hours h ON h.starts = o.starts AND h.ends = o.ends AND h.timezone = $6),
  live AS MATERIALIZED (
    SELECT * FROM open o WHERE NOT EXISTS (SELECT FROM hours h WHERE h.starts = o.starts))`;

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
