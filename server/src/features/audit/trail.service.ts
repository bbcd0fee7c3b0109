import type { Database } from '../../db/client.ts';
import { presentEvent, toldDetails } from './audit.presenter.ts';
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

const pageSize = 500;

/**
 * What a person did and what was done to them, newest first and page by page, as they may know it:
 * whom they did it to, and who did it to them, is about somebody else.
 */
export async function* eventsOfPerson(db: Database, userId: string) {
  let before: number | undefined;
  for (;;) {
    const rows = await listTrail(db, { person: userId }, { before, limit: pageSize });
    yield rows.map((row) => ({
      at: row.at.toISOString(),
      action: row.action,
      doneByYou: row.actor_id === userId,
      doneToYou: row.subject_id === userId,
      keyNumber: row.key_number,
      method: row.method,
      reason: row.reason,
      details: row.subject_id === userId ? toldDetails(row) : null,
    }));
    if (rows.length < pageSize) return;
    before = Number(rows.at(-1)?.id);
  }
}
