/** What other features may use of analytics. */
export { localDate } from './calendar.ts';
export { slotRows, slotValues } from './queries.ts';
export { type Range, rangeOf } from './range.ts';
export { activeUsers, countActive, keyUsage, peakUsage, percentage } from './service.ts';
