/** What other features may use of analytics. */
export { localDate } from './calendar.ts';
export { type Range, rangeOf } from './range.ts';
export { spanValues } from './rollup-sql.ts';
export { activeUsers, countActive, keyUsage, peakUsage, percentage } from './service.ts';
