import { liveKeyUses } from './live-counts.ts';
import { summedRange } from './summed-range.ts';

/** Uses by key: of closed days and hours, and live. */
export const keyUses = `${summedRange},
  uses AS (
    SELECT k.key_id, k.loans FROM whole w JOIN key_ranges k ON k.days = w.days
    UNION ALL
    SELECT d.key_id, d.loans FROM separate s JOIN key_days d ON d.day = s.day
    UNION ALL
    SELECT k.key_id, k.loans FROM hours h JOIN key_hours k ON k.starts = h.starts
    UNION ALL
    SELECT key_id, loans FROM (${liveKeyUses}) AS l)`;
