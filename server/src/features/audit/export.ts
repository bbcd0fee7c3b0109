import { Readable } from 'node:stream';
import type { User } from '@keydesk/shared/users/user';
import { csvPages } from '../../platform/csv/csv.ts';
import type { Database } from '../../platform/db/client.ts';
import { recordAudit } from './record.ts';
import { detailsWithPersonal, listTrail, type TrailFilter, type TrailRow } from './trail.ts';

const headings = [
  'id',
  'time',
  'action',
  'level',
  'actor',
  'actorId',
  'subject',
  'subjectId',
  'keyNumber',
  'keyId',
  'loanId',
  'method',
  'reason',
  'details',
];

/** The events that match, newest first, as CSV that is read from the database page by page. */
export async function exportTrail(
  db: Database,
  admin: User,
  filter: TrailFilter,
): Promise<Readable> {
  await recordAudit(db, { action: 'export-audit', actorId: admin.id, details: { filter } });
  return Readable.from(
    csvPages(
      headings,
      (last: TrailRow | undefined, limit) =>
        listTrail(db, filter, { before: last && Number(last.id), limit }),
      toCells,
    ),
  );
}

function toCells(row: TrailRow): (string | null)[] {
  return [
    row.id,
    row.at.toISOString(),
    row.action,
    row.level,
    row.actor_name,
    row.actor_id,
    row.subject_name,
    row.subject_id,
    row.key_number,
    row.key_id,
    row.loan_id,
    row.method,
    row.reason,
    row.details === null ? null : JSON.stringify(detailsWithPersonal(row)),
  ];
}
