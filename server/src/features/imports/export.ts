import { Readable } from 'node:stream';
import { keyColumns, userColumns } from '@keydesk/shared/imports/columns';
import type { User } from '@keydesk/shared/users/user';
import { type Columns, csvPages } from '../../platform/csv/csv.ts';
import type { Database } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { readCampus } from '../campus/index.ts';
import { listKeysPage, listUsersPage } from './queries.ts';

type Cell = string | boolean | null;
type Page<F extends string> = { id: string; fields: Readonly<Record<F, Cell>> }[];

/** All active keys as CSV in the format of imports, read page by page. */
export async function exportKeys(db: Database, admin: User): Promise<Readable> {
  await recordAudit(db, { action: 'export-keys', actorId: admin.id });
  const { desks } = await readCampus(db);
  const names = new Map(desks.map(({ id, name }) => [id, name]));
  return Readable.from(
    csvLines(keyColumns, async (after, limit) =>
      (await listKeysPage(db, after, limit)).map(({ id, fields }) => ({
        id,
        fields: {
          ...fields,
          deskId: names.get(fields.deskId ?? '') ?? null,
          hook: fields.hook ?? null,
        },
      })),
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
    ({ fields }) => names.map((name) => cellText(fields[name])),
  );
}

function cellText(value: Cell): string | null {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

/** All active people as CSV in the format of imports, read page by page. */
export async function exportUsers(db: Database, admin: User): Promise<Readable> {
  await recordAudit(db, { action: 'export-users', actorId: admin.id });
  return Readable.from(
    csvLines(userColumns, async (after, limit) =>
      (await listUsersPage(db, after, limit)).map((person) => ({
        id: person.id,
        fields: person,
      })),
    ),
  );
}
