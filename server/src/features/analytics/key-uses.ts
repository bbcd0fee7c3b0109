import { liveKeyUses } from './live-counts.ts';

/** Uses by key, closed and live. */
export const keyUses = `
  uses AS (
    SELECT d.key_id, d.loans FROM closed c JOIN key_days d ON d.day = c.day
    UNION ALL
    SELECT key_id, loans FROM (${liveKeyUses}) AS l)`;
