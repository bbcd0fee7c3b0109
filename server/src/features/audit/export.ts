import { Readable } from 'node:stream';
import type { User } from '@keydesk/shared/users/user';
import { byteOrderMark, csvLine } from '../../platform/csv/csv.ts';
import type { Database } from '../../platform/db/client.ts';
import { recordAudit } from './record.ts';
import { detailsWithPersonal, listTrail, type TrailFilter, type TrailRow } from './trail.ts';

const pageSize = 500;

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
  return Readable.from(csvLines(db, filter));
}

async function* csvLines(db: Database, filter: TrailFilter): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(headings);
  let before: number | undefined;
  for (;;) {
    const rows = await listTrail(db, filter, { before, limit: pageSize });
    if (rows.length > 0) yield rows.map(toCsvLine).join('');
    if (rows.length < pageSize) return;
    before = Number(rows.at(-1)?.id);
  }
}

function toCsvLine(row: TrailRow): string {
  return csvLine([
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
  ]);
}
