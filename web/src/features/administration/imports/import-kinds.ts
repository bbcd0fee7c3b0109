import {
  cardColumns,
  type EntryField,
  furtherUserColumns,
  grantColumns,
  type ImportResult,
  keyColumns,
  type NamedEntry,
  type NewKeyChoices,
  type NewPeopleRole,
  updatedColumn,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { type Campus, keyChoicesOf, peopleDepartmentsOf } from '@keydesk/shared/campus/campus';
import type { FileHeading } from '@keydesk/shared/core/csv';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import type { t } from '@keydesk/shared/texts/en/imports';
import type { ParametersOf } from '@keydesk/shared/texts/translator';
import { api, call } from '../../../lib/api.ts';

export type ImportKind = keyof typeof importKinds;
export type ExportKind = Exclude<ImportKind, 'grants' | 'cards'>;

/** API routes and text keys by kind. */
export const importKinds = {
  keys: {
    importRow: api.importKeys,
    exportRow: api.exportKeys,
    exportName: 'keys.csv',
    exportLabel: 'export-all-keys',
    importLabel: 'import',
    title: 'import-keys',
    columns: keyColumns,
    /** Optional columns. */
    further: { updated: updatedColumn },
    example: (campus: Campus | null) => ({
      keyNumber: 'A-101',
      keyName: 'Lecture Hall 1',
      location: 'Ground floor',
      frequentlyUsed: 'no',
      ...(campus && keyChoicesOf(campus)),
    }),
    rule: 'keys-rule',
    count: 'keys',
  },
  users: {
    importRow: api.importUsers,
    exportRow: api.exportUsers,
    exportName: 'people.csv',
    exportLabel: 'export-all-people',
    importLabel: 'import',
    title: 'import-people',
    columns: userColumns,
    further: furtherUserColumns,
    example: (campus: Campus | null) => ({
      name: 'Sam Example',
      email: 'sam.example@example.edu',
      role: 'faculty',
      department: campus ? peopleDepartmentsOf(campus)[0]?.code : undefined,
      facultyId: '00417',
    }),
    rule: 'people-rule',
    count: 'people',
  },
  grants: {
    importRow: api.importGrants,
    importLabel: 'import',
    title: 'import-access',
    columns: grantColumns,
    further: {},
    example: () => ({ keyNumber: 'A-101', email: 'sam.example@example.edu' }),
    rule: 'access-rule',
    count: 'grants',
  },
  cards: {
    importRow: api.importCards,
    importLabel: 'add-cards',
    title: 'import-id-cards',
    columns: cardColumns,
    further: {},
    example: () => ({ person: 'sam.example@example.edu', card: '04A1B2C3D4' }),
    rule: 'cards-rule',
    count: 'cards',
  },
} as const satisfies Record<string, Texts & Record<string, unknown>>;

type Texts = Record<'importLabel' | 'title' | 'rule' | 'count', keyof ParametersOf<typeof t>>;

/** What each field of a kind is called. */
export function fieldLabels(kind: ImportKind): Readonly<Record<string, string>> {
  const { columns, further } = importKinds[kind];
  const fields = Object.entries<FileHeading>({ ...columns, ...further });
  return Object.fromEntries(fields.map(([field, heading]) => [field, headingText(heading)]));
}

/** In English, as all files of which no one chose the language. */
export function templateOf(kind: ImportKind, campus: Campus | null): string {
  const { columns, example } = importKinds[kind];
  const row: Readonly<Record<string, string | undefined>> = example(campus);
  const headings = Object.values(columns).map((heading) => headingText.in('en')(heading));
  const cells = Object.keys(columns).map((field) => row[field] ?? '');
  return `\ufeff${[headings, cells].map((line) => line.join(',')).join('\r\n')}\r\n`;
}

export type ImportOptions = {
  dryRun: boolean;
  create: NamedEntry[];
  /** The field per heading; null skips a column. */
  columns: Record<string, string | null>;
  headingLine?: number;
  newKeys?: NewKeyChoices;
  above?: EntryField[];
  emptyClears?: boolean;
  newRole: NewPeopleRole;
  everybody?: boolean;
  left?: string[];
  basis?: string | undefined;
  lines?: number[];
  signal?: AbortSignal;
};

/** Imports a whole file, all rows or none; a dry run only reports the changes. */
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
