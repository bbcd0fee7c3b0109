import type { User } from '@keydesk/shared/users/user';
import { csvPages } from '../../platform/csv/csv.ts';
import type { Database } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { type LogFilter, type LogRow, listHandovers } from './queries.ts';

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
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  yield* csvPages(
    headings,
    (last: LogRow | undefined, limit) =>
      listHandovers(db, { ...filter, to: last?.at ?? to }, limit),
    (row) => toCells(row, format),
  );
}

const kinds = { 'hand-out': 'Handed out', return: 'Taken back' };

function toCells(row: LogRow, format: Intl.DateTimeFormat): (string | null)[] {
  return [
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
  ];
}
