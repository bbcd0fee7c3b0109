/** Times on which calendars, clocks and databases disagree, or that are mistakes. */
export const unusualDates = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '9999-12-31T23:59:59Z',
  '+010000-01-01T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '2026-02-29T12:00:00Z',
  '2026-12-24T24:00:00Z',
  '2026-12-24T17:20:00',
  `2026-12-24T17:20:00.${'1'.repeat(200)}Z`,
] as const;
