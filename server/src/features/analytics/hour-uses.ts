import { liveHourUses, localHour } from './live-counts.ts';

/** Uses by slot, local hour and department of the key: of closed days and hours, and live. */
export const hourUses = `
  uses AS (
    SELECT c.slot, d.hour, d.department, d.loans FROM closed c JOIN hour_days d ON d.day = c.day
    UNION ALL
    SELECT h.slot, ${localHour('h.starts', 'h.ahead')}, d.department, d.loans
      FROM hours h JOIN department_hours d ON d.starts = h.starts
    UNION ALL
    SELECT slot, hour, department, loans FROM (${liveHourUses}) AS l)`;
