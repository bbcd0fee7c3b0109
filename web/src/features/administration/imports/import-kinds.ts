import {
  cardColumns,
  furtherUserColumns,
  grantColumns,
  type ImportResult,
  keyColumns,
  type NamedEntry,
  type NewPeopleRole,
  updatedColumn,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { type Campus, keyChoicesOf, peopleDepartmentsOf } from '@keydesk/shared/campus/campus';
import { plural } from '@keydesk/shared/core/text';
import { api, call } from '../../../lib/api.ts';

/** What can be imported. */
export type ImportKind = keyof typeof importKinds;
/** What can be exported too. */
export type ExportKind = Exclude<ImportKind, 'grants' | 'cards'>;

/** The API routes and the texts of each kind. */
export const importKinds = {
  keys: {
    importRow: api.importKeys,
    exportRow: api.exportKeys,
    exportName: 'keys.csv',
    exportLabel: 'Export all keys',
    importLabel: 'Import',
    title: 'Import Keys',
    columns: keyColumns,
    /** What a file may also have. */
    further: { updated: updatedColumn },
    example: (campus: Campus | null) => ({
      keyNumber: 'A-101',
      keyName: 'Lecture Hall 1',
      location: 'Ground floor',
      frequentlyUsed: 'no',
      ...(campus && keyChoicesOf(campus)),
    }),
    rule: 'Keys that exist are found by their number and changed, all others are added. Columns that you leave out stay as they are.',
    count: (count: number) => plural(count, 'key'),
  },
  users: {
    importRow: api.importUsers,
    exportRow: api.exportUsers,
    exportName: 'people.csv',
    exportLabel: 'Export all people',
    importLabel: 'Import',
    title: 'Import People',
    columns: userColumns,
    further: furtherUserColumns,
    example: (campus: Campus | null) => ({
      name: 'Sam Example',
      email: 'sam.example@example.edu',
      role: 'faculty',
      department: campus ? peopleDepartmentsOf(campus)[0]?.code : undefined,
      facultyId: '00417',
    }),
    rule: 'People who exist are found by their e-mail address and changed, all others are added and recognised when they first sign in.',
    count: (count: number) => plural(count, 'person', 'people'),
  },
  grants: {
    importRow: api.importGrants,
    importLabel: 'Import',
    title: 'Import Access',
    columns: grantColumns,
    further: {},
    example: () => ({ keyNumber: 'A-101', email: 'sam.example@example.edu' }),
    rule: 'Each row gives a person access to a key by name. Days are written like 2026-12-24 and may be left out; the last one counts to its end. Access that the file does not name stays.',
    count: (count: number) => plural(count, 'grant'),
  },
  cards: {
    importRow: api.importCards,
    importLabel: 'Add cards',
    title: 'Import ID Cards',
    columns: cardColumns,
    further: {},
    example: () => ({ person: 'sam.example@example.edu', card: '04A1B2C3D4' }),
    rule: 'Each row gives a person a card. The number of a card is not kept, only what recognises it. Cards that the file does not name stay.',
    count: (count: number) => plural(count, 'card'),
  },
} as const;

/** A file with the columns of a kind and one row as an example. */
export function templateOf(kind: ImportKind, campus: Campus | null): string {
  const { columns, example } = importKinds[kind];
  const row: Readonly<Record<string, string | undefined>> = example(campus);
  const cells = Object.keys(columns).map((field) => row[field] ?? '');
  return `\ufeff${[Object.values(columns), cells].map((line) => line.join(',')).join('\r\n')}\r\n`;
}

export type ImportOptions = {
  dryRun: boolean;
  /** Entries to add to the lists of the campus. */
  create: NamedEntry[];
  /** What headings name, by heading; null leaves a column out. */
  columns: Record<string, string | null>;
  /** The role of new people who have none in the file. */
  newRole: NewPeopleRole;
  /** Of the dry run whose result is applied. */
  basis?: string | undefined;
  /** The lines to apply. */
  lines?: number[];
  signal?: AbortSignal;
};

/** Imports a whole file, all rows or none; a dry run only says what would change. */
export async function importFile(
  kind: ImportKind,
  text: string,
  { signal, ...options }: Partial<ImportOptions> & Pick<ImportOptions, 'dryRun'>,
): Promise<ImportResult> {
  const { data } = await call(importKinds[kind].importRow, {
    body: { text, ...options },
    ...(signal && { signal }),
  });
  return data.result;
}
