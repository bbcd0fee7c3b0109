import { localDay } from '@keydesk/shared/due/calendar';
import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import type { AuditAction } from '../../core/audit/actions.ts';
import type { Connection } from '../../db/client.ts';
import { outAtNight } from './out-at-night.ts';
import { rangeOf } from './range.ts';
import { handOutsWithoutCode, type ReportDeps } from './reports.ts';

/** Counts of unusual events for an admin, of today and the six days before. */
export async function countUnusual({
  db,
  now,
  timezone,
}: ReportDeps): Promise<NonNullable<AdminDashboard['unusual']>> {
  const range = rangeOf({ timeRange: '7d' }, now, timezone);
  const [warnings, guards, nights] = await Promise.all([
    countWarnings(db, range.starts),
    handOutsWithoutCode(db, range),
    outAtNight({ db, now, timezone }, range),
  ]);
  return {
    from: localDay(range.starts, { timezone }),
    warnings: unusualActions.flatMap((action) => {
      const count = warnings.get(action) ?? 0;
      return count > 0 ? [{ action, count }] : [];
    }),
    withoutCode: guards.reduce(
      (sum, { byName, byCard, fromPaper = 0 }) => sum + byName + byCard + fromPaper,
      0,
    ),
    outAtNight: nights.total,
  };
}

/** All of them are warnings, which have an index of their own. */
const unusualActions = [
  'dispute-loan',
  'undo-handover',
  'override-access',
  'scan-refused',
  'recall-key',
] as const satisfies readonly AuditAction[];

async function countWarnings(db: Connection, since: Date): Promise<Map<string, number>> {
  const { rows } = await db.query<{ action: string; count: number }>(
    `SELECT action, count(*)::int AS count FROM audit_events
      WHERE level = 'WARN' AND action = ANY ($1) AND at >= $2
      GROUP BY action`,
    [unusualActions, since],
  );
  return new Map(rows.map(({ action, count }) => [action, count]));
}
