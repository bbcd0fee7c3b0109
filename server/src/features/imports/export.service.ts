import { Readable } from 'node:stream';
import type { User } from '@keydesk/shared/users/user';
import { byteOrderMark, csvLine } from '../../csv/csv-line.ts';
import type { Columns } from '../../csv/csv-table.ts';
import type { Database } from '../../db/client.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { pageOfKeys } from './imported-keys.repository.ts';
import { pageOfUsers } from './imported-users.repository.ts';
import { keyColumns } from './key-columns.ts';
import { userColumns } from './user-columns.ts';

const pageSize = 500;

type Cell = string | boolean | null;
type Page<F extends string> = { id: string; facts: Readonly<Record<F, Cell>> }[];

const cellText = (value: Cell): string | null =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;

async function* linesOf<F extends string>(
  columns: Columns<F>,
  pageAfter: (id: string) => Promise<Page<F>>,
): AsyncGenerator<string> {
  const fields = Object.keys(columns) as F[];
  yield byteOrderMark + csvLine(fields.map((field) => columns[field]));
  for (let after = ''; ; ) {
    const page = await pageAfter(after);
    yield page.map(({ facts }) => csvLine(fields.map((f) => cellText(facts[f])))).join('');
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.id;
  }
}

/** All active keys as CSV that an import reads back, fetched page by page. */
export const exportKeys = async (db: Database, admin: User): Promise<Readable> => {
  await recordAudit(db, { action: 'export-keys', actorId: admin.id });
  return Readable.from(
    linesOf(keyColumns, async (after) =>
      (await pageOfKeys(db, after, pageSize)).map(({ id, fields }) => ({ id, facts: fields })),
    ),
  );
};

/** All active people as CSV that an import reads back, fetched page by page. */
export const exportUsers = async (db: Database, admin: User): Promise<Readable> => {
  await recordAudit(db, { action: 'export-users', actorId: admin.id });
  return Readable.from(
    linesOf(userColumns, async (after) =>
      (await pageOfUsers(db, after, pageSize)).map((person) => ({ id: person.id, facts: person })),
    ),
  );
};
