import { Readable } from 'node:stream';
import { keyColumns, userColumns } from '@keydesk/shared/imports/columns';
import { filedFields } from '@keydesk/shared/keys/key-fields';
import type { User } from '@keydesk/shared/users/user';
import { type Columns, csvPages } from '../../platform/csv/csv.ts';
import type { Database } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { readCampus } from '../campus/index.ts';
import { writeKeyCell } from './key-cells.ts';
import { listKeysPage, listUsersPage } from './queries.ts';

type Page<F extends string> = { id: string; cells: Readonly<Record<F, string | null>> }[];

/** All active keys as CSV in the format of imports, read page by page. */
export async function exportKeys(db: Database, admin: User): Promise<Readable> {
  await recordAudit(db, { action: 'export-keys', actorId: admin.id });
  const { desks } = await readCampus(db);
  return Readable.from(
    csvLines(keyColumns, async (after, limit) =>
      (await listKeysPage(db, after, limit)).map(({ id, fields }) => {
        const cells = filedFields.map((name) => [name, writeKeyCell(name, fields[name], desks)]);
        return { id, cells: Object.fromEntries(cells) };
      }),
    ),
  );
}

function csvLines<F extends string>(
  columns: Columns<F>,
  pageAfter: (id: string, limit: number) => Promise<Page<NoInfer<F>>>,
): AsyncGenerator<string> {
  const names = Object.keys(columns) as F[];
  return csvPages(
    names.map((name) => columns[name]),
    (last: Page<F>[number] | undefined, limit) => pageAfter(last?.id ?? '', limit),
    ({ cells }) => names.map((name) => cells[name]),
  );
}

/** All active people as CSV in the format of imports, read page by page. */
export async function exportUsers(db: Database, admin: User): Promise<Readable> {
  await recordAudit(db, { action: 'export-users', actorId: admin.id });
  return Readable.from(
    csvLines(userColumns, async (after, limit) =>
      (await listUsersPage(db, after, limit)).map((person) => ({
        id: person.id,
        cells: person,
      })),
    ),
  );
}
