import type { Database } from '../../db/client.ts';
import { presentEvent } from './audit.presenter.ts';
import { auditActions } from './audit-level.ts';
import { listTrail, type TrailFilter } from './trail.repository.ts';

/** One page of the audit trail, and every kind of event that there can be. */
export const readTrail = async (
  db: Database,
  { before, limit, ...filter }: TrailFilter & { before?: number | undefined; limit: number },
) => {
  const rows = await listTrail(db, filter, { before, limit: limit + 1 });
  return {
    events: rows.slice(0, limit).map(presentEvent),
    actions: [...auditActions],
    hasMore: rows.length > limit,
  };
};
