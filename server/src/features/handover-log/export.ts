import type { User } from '@keydesk/shared/users/user';
import { byteOrderMark, csvLine } from '../../platform/csv/csv.ts';
import type { Database } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { type LogFilter, type LogRow, listHandovers } from './queries.ts';

const pageSize = 500;

const headings = [
  'Time',
  'What',
  'Key Number',
  'Key Name',
  'Hook',
  'Holder',
  'Guard',
  'Desk',
  'Identified By',
  'Return',
  'Tag Checked',
];

/** The handovers that match, newest first, as CSV that is read from the database page by page. */
export async function* exportHandovers(
  db: Database,
  by: User,
  filter: LogFilter,
  timezone: string,
): AsyncGenerator<string> {
  const { guardId, from, to } = filter;
  await recordAudit(db, {
    action: 'export-handovers',
    actorId: by.id,
    details: { from, to, guard: guardId },
  });
  yield byteOrderMark + csvLine(headings);
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  for (let before = to; ; ) {
    const rows = await listHandovers(db, { ...filter, to: before }, pageSize);
    if (rows.length > 0) yield rows.map((row) => toCsvLine(row, format)).join('');
    if (rows.length < pageSize) return;
    before = rows.at(-1)?.at ?? null;
  }
}

const kinds = { 'hand-out': 'Handed out', return: 'Taken back' };

function toCsvLine(row: LogRow, format: Intl.DateTimeFormat): string {
  return csvLine([
    format.format(row.at),
    kinds[row.kind],
    row.key_number,
    row.key_name,
    row.hook,
    row.holder_name,
    row.guard_name,
    row.desk_name,
    row.identified_by,
    row.return_type,
    row.tag_checked ? 'yes' : 'no',
  ]);
}
