import { Readable } from 'node:stream';
import type { User } from '@keydesk/shared/users/user';
import { byteOrderMark, csvLine } from '../../csv/csv-line.ts';
import type { Database } from '../../db/client.ts';
import { toldDetails } from './audit.presenter.ts';
import { recordAudit } from './audit.service.ts';
import { listTrail, type TrailFilter, type TrailRow } from './trail.repository.ts';

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

const lineOf = (row: TrailRow): string =>
  csvLine([
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
    row.details === null ? null : JSON.stringify(toldDetails(row)),
  ]);

async function* linesOf(db: Database, filter: TrailFilter): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(headings);
  let before: number | undefined;
  for (;;) {
    const rows = await listTrail(db, filter, { before, limit: pageSize });
    if (rows.length > 0) yield rows.map(lineOf).join('');
    if (rows.length < pageSize) return;
    before = Number(rows.at(-1)?.id);
  }
}

/** The events that match, newest first, as CSV read from the database page by page. */
export const exportTrail = async (
  db: Database,
  admin: User,
  filter: TrailFilter,
): Promise<Readable> => {
  await recordAudit(db, { action: 'export-audit', actorId: admin.id, details: { filter } });
  return Readable.from(linesOf(db, filter));
};
