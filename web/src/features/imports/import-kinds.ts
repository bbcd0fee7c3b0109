import { keyColumns, userColumns } from '@keydesk/shared/imports/columns';
import { api } from '../../lib/api.ts';

/** What can be imported and exported. */
export type ImportKind = 'keys' | 'users';

/** The API routes and the texts of each kind. */
export const importKinds = {
  keys: {
    importRow: api.importKeys,
    exportRow: api.exportKeys,
    exportName: 'keys.csv',
    title: 'Import Keys',
    columns: Object.values(keyColumns).join(', '),
    rule: 'Keys that exist are found by their number and changed, all others are added. Columns that you leave out stay as they are.',
    count: (count: number) => (count === 1 ? '1 key' : `${count} keys`),
  },
  users: {
    importRow: api.importUsers,
    exportRow: api.exportUsers,
    exportName: 'people.csv',
    title: 'Import People',
    columns: Object.values(userColumns).join(', '),
    rule: 'People who exist are found by their e-mail address and changed, all others are added and recognised when they first sign in.',
    count: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  },
} as const;
