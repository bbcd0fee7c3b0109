import { liveHourUses } from './live-counts.ts';

/** Uses by slot, local hour and department of the key, closed and live. */
export const hourUses = `
  uses AS (
    SELECT c.slot, d.hour, d.department, d.loans FROM closed c JOIN hour_days d ON d.day = c.day
    UNION ALL
    SELECT slot, hour, department, loans FROM (${liveHourUses}) AS l)`;
