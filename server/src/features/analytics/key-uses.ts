import { liveKeyUses } from './live-counts.ts';
import { eachDay, summedRange } from './summed-range.ts';

/** Uses by key: of closed days and hours, and live. */
export const keyUses = `${summedRange},
  uses AS (
    SELECT k.key_id, k.loans FROM whole w JOIN key_ranges k ON k.days = w.days
    UNION ALL
    SELECT d.key_id, d.loans FROM separate s ${eachDay('SELECT key_id, loans FROM key_days')}
    UNION ALL
    SELECT k.key_id, k.loans FROM hours h JOIN key_hours k ON k.starts = h.starts
    UNION ALL
    SELECT key_id, loans FROM (${liveKeyUses}) AS l)`;
