import { grantColumns, keyColumns, userColumns } from '@keydesk/shared/imports/columns';
import { plural } from '@keydesk/shared/plural';
import { api } from '../../lib/api.ts';

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
