import {
  grantColumns,
  type ImportResult,
  keyColumns,
  type NamedEntry,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { plural } from '@keydesk/shared/core/text';
import { api, call } from '../../../lib/api.ts';

/** What can be imported. */
export type ImportKind = keyof typeof importKinds;
/** What can be exported too. */
export type ExportKind = Exclude<ImportKind, 'grants'>;

/** The API routes and the texts of each kind. */
export const importKinds = {
  keys: {
    importRow: api.importKeys,
    exportRow: api.exportKeys,
    exportName: 'keys.csv',
    exportLabel: 'Export all keys',
    title: 'Import Keys',
    columns: Object.values(keyColumns).join(', '),
    rule: 'Keys that exist are found by their number and changed, all others are added. Columns that you leave out stay as they are.',
    count: (count: number) => plural(count, 'key'),
  },
  users: {
    importRow: api.importUsers,
    exportRow: api.exportUsers,
    exportName: 'people.csv',
    exportLabel: 'Export all people',
    title: 'Import People',
    columns: Object.values(userColumns).join(', '),
    rule: 'People who exist are found by their e-mail address and changed, all others are added and recognised when they first sign in.',
    count: (count: number) => plural(count, 'person', 'people'),
  },
  grants: {
    importRow: api.importGrants,
    title: 'Import Access',
    columns: Object.values(grantColumns).join(', '),
    rule: 'Each row gives a person access to a key by name. Days are written like 2026-12-24 and may be left out; the last one counts to its end. Access that the file does not name stays.',
    count: (count: number) => plural(count, 'grant'),
  },
} as const;

type UploadOptions = {
  dryRun: boolean;
  /** Entries to add to the lists of the campus. */
  create?: NamedEntry[];
  signal?: AbortSignal;
};

/** Imports a whole file, all rows or none; a dry run only says what would change. */
export async function importFile(
  kind: ImportKind,
  text: string,
  { dryRun, create = [], signal }: UploadOptions,
): Promise<ImportResult> {
  const { data } = await call(importKinds[kind].importRow, {
    body: { text, dryRun, create },
    ...(signal && { signal }),
  });
  return data.result;
}
