import { z } from 'zod';
import { campusLists, codeSchema } from '../campus/campus.ts';
import { labelSchema } from '../campus/routes.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { adminRoute, dataEnvelope } from '../http/route.ts';
import { type FiledFieldName, filedFields, keyFields } from '../keys/key-fields.ts';
import { type PersonFieldName, personFieldNames, personFields } from '../people/user.ts';

/** The columns of a file of keys, for import and export. */
export const keyColumns = Object.fromEntries(
  filedFields.map((name) => [name, keyFields[name].column]),
) as Readonly<Record<FiledFieldName, string>>;

/** When a row was changed last: exports have it, so that a file cannot undo what came after it. */
export const updatedColumn = 'Updated';

/** What a file of people may also have; a name in two columns is put together. */
export const furtherUserColumns = {
  firstName: 'First Name',
  lastName: 'Last Name',
  updated: updatedColumn,
} as const;

/** The columns of a list of ID cards. */
export const cardColumns = { person: 'Email or Faculty ID', card: 'Card' } as const;

/** The columns of a list of access to keys. Days are those of the campus; the last one counts too. */
export const grantColumns = {
  keyNumber: 'Key Number',
  email: 'Email',
  from: 'From',
  until: 'Until',
} as const;

/** The columns of a file of people, for import and export. */
export const userColumns = Object.fromEntries(
  personFieldNames.map((name) => [name, personFields[name].column]),
) as Readonly<Record<PersonFieldName, string>>;

/** A field of a row that is changed: its column, and both values as files write them. */
const rowChangeSchema = z.object({ column: z.string(), before: z.string(), after: z.string() });
export type RowChange = z.infer<typeof rowChangeSchema>;

/** What would happen, or did happen, to one row of an imported file. */
export const importRowSchema = z.object({
  /** Line of the file, the first line being 1. */
  line: z.int(),
  /**
   * `outdated`: changed or removed here since the file was made, so it is only applied if its line
   * is named. `skipped`: its line is not named.
   */
  outcome: z.enum(['create', 'update', 'unchanged', 'outdated', 'skipped', 'refused']),
  /** The row's key number or email address, if it has one. */
  name: z.string(),
  /** Why the row is rejected. */
  problems: z.array(z.string()),
  /** What a new row holds, in short. */
  summary: z.string().optional(),
  /** What a row that is not new changes. */
  changes: z.array(rowChangeSchema).optional(),
  /** What a spreadsheet has probably damaged. */
  warnings: z.array(z.string()).optional(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** What a file names and the campus does not have; its label where that is not the code. */
const namedEntrySchema = z.strictObject({
  list: z.enum(campusLists),
  code: codeSchema,
  label: nullAsUndefined(labelSchema.optional()),
});
export type NamedEntry = z.infer<typeof namedEntrySchema>;

/** Most entries that one file can create. */
export const maxCreatedEntries = 200;

/** Which of our fields a column of a file is read as; null is left out. */
const namedColumnSchema = z.object({ heading: z.string(), field: z.string().nullable() });
export type NamedColumn = z.infer<typeof namedColumnSchema>;

/** The details of a refusal of a file whose columns nobody could tell. */
export type ImportRefusal = { columns?: NamedColumn[] };

export const importResultSchema = z.object({
  rows: z.array(importRowSchema),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** False for a dry run and whenever a row is rejected: then nothing has changed. */
  applied: z.boolean(),
  /** What the file names and could create in the lists of the campus, if there is anything. */
  unknown: z.array(namedEntrySchema).optional(),
  /** How its columns were read, where its headings are not ours. */
  columns: z.array(namedColumnSchema).optional(),
  /** How many new people have no role in the file, and are given one. */
  withoutRole: z.int().optional(),
  /** Of a dry run: what was here of what the file names. */
  basis: z.string().optional(),
});
export type ImportResult = z.infer<typeof importResultSchema>;

type ResultFacts = Pick<ImportResult, 'unknown' | 'columns' | 'withoutRole' | 'basis'>;

/** The rows, how many there are of each outcome, and what else is to be said. */
export function toImportResult(
  rows: ImportRow[],
  applied: boolean,
  { unknown = [], columns = [], withoutRole = 0, basis }: ResultFacts = {},
): ImportResult {
  const count = (outcome: ImportRow['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length;
  return {
    rows,
    created: count('create'),
    updated: count('update'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    applied,
    ...(unknown.length > 0 && { unknown }),
    ...(columns.length > 0 && { columns }),
    ...(withoutRole > 0 && { withoutRole }),
    ...(basis && { basis }),
  };
}

/** Most rows of a file. */
export const maxImportRows = 10_000;

/** The roles that new people can have whom a file gives none, the usual one first. */
export const newPeopleRoles = ['faculty', 'pending'] as const;
export type NewPeopleRole = (typeof newPeopleRoles)[number];

/** Enough for ten thousand rows of five hundred bytes. */
export const maxImportBytes = 5_000_000;

/** As JSON each line break and quote of the file takes two bytes. */
const maxBodyBytes = 2 * maxImportBytes;

export const importBody = z.strictObject({
  text: z.string().refine((text) => !text.includes('\0'), says('not-text-file')),
  dryRun: z.boolean(),
  /** Entries to add to the lists of the campus, where the file names them. */
  create: nullAsUndefined(z.array(namedEntrySchema).max(maxCreatedEntries).optional()),
  /** What headings that are not ours name, by heading: a field, or null to leave a column out. */
  columns: nullAsUndefined(z.record(z.string().max(200), z.string().max(40).nullable()).optional()),
  /** The lines to apply; without them, all that are not outdated. */
  lines: nullAsUndefined(z.array(z.int().min(1)).max(maxImportRows).optional()),
  /** Of the dry run whose result is applied: if something changed here since, nothing is. */
  basis: nullAsUndefined(z.string().max(64).optional()),
  /** The role of new people to whom the file gives none. */
  newRole: nullAsUndefined(z.enum(newPeopleRoles).optional()),
});

const importAnswer = dataEnvelope(z.object({ result: importResultSchema }));

export const importRoutes = {
  importKeys: adminRoute({
    method: 'POST',
    path: '/dashboard/import/keys',
    summary: 'Import keys from CSV: dry run, then all or nothing',
    needsRecentSignIn: true,
    body: importBody,
    maxBodyBytes,
    response: importAnswer,
  }),
  importUsers: adminRoute({
    method: 'POST',
    path: '/dashboard/import/users',
    summary: 'Import people from CSV: dry run, then all or nothing',
    needsRecentSignIn: true,
    body: importBody,
    maxBodyBytes,
    response: importAnswer,
  }),
  importGrants: adminRoute({
    method: 'POST',
    path: '/dashboard/import/grants',
    summary: 'Import access to keys from CSV: dry run, then all or nothing',
    needsRecentSignIn: true,
    body: importBody,
    maxBodyBytes,
    response: importAnswer,
  }),
  importCards: adminRoute({
    method: 'POST',
    path: '/dashboard/import/cards',
    summary: 'Import ID cards from CSV: dry run, then all or nothing',
    needsRecentSignIn: true,
    body: importBody,
    maxBodyBytes,
    response: importAnswer,
  }),
  exportKeys: adminRoute({
    method: 'GET',
    path: '/dashboard/export/keys',
    summary: 'All active keys as CSV',
    response: null,
  }),
  exportUsers: adminRoute({
    method: 'GET',
    path: '/dashboard/export/users',
    summary: 'All people as CSV',
    response: null,
  }),
};
