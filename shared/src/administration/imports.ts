import { z } from 'zod';
import { campusLists, codeSchema } from '../campus/campus.ts';
import { labelSchema } from '../campus/routes.ts';
import type { FileHeading } from '../core/csv.ts';
import { csvFile, idSchema, namedSchema } from '../core/fields.ts';
import { adminRoute, dataWith } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { type FiledFieldName, filedFields, keyFields } from '../keys/key-fields.ts';
import { type PersonFieldName, personFieldNames, personFields } from '../people/user.ts';

export const keyColumns = Object.fromEntries(
  filedFields.map((name) => [name, keyFields[name].column]),
) as Readonly<Record<FiledFieldName, FileHeading>>;

/** What a new key needs of the campus lists. */
export const entryFields = ['department', 'block', 'category'] as const;
export type EntryField = (typeof entryFields)[number];

/** Codes for new keys that lack one in the file. */
export const newKeyChoicesSchema = z
  .strictObject({ department: codeSchema, block: codeSchema, category: codeSchema })
  .partial();
export type NewKeyChoices = z.infer<typeof newKeyChoicesSchema>;

/** What stands above keys without this entry: in their column, or as headings of groups. */
const entryAboveSchema = z.object({ field: z.enum(entryFields), values: z.array(z.string()) });
export type EntryAbove = z.infer<typeof entryAboveSchema>;

/** When a row was last changed: exports include it, so that a file cannot undo later changes. */
export const updatedColumn: FileHeading = 'updated';

/** Additional columns of files of people; first and last name are joined. */
export const furtherUserColumns = {
  firstName: 'first-name',
  lastName: 'last-name',
  updated: updatedColumn,
} as const;

export const cardColumns = { person: 'email-or-faculty-id', card: 'card' } as const;

/** Days are in the campus time zone; the last one is included. */
export const grantColumns = {
  keyNumber: 'key-number',
  email: 'email',
  from: 'from',
  until: 'until',
} as const;

export const userColumns = Object.fromEntries(
  personFieldNames.map((name) => [name, personFields[name].column]),
) as Readonly<Record<PersonFieldName, FileHeading>>;

/** Both values as files write them. */
const rowChangeSchema = z.object({ column: z.string(), before: z.string(), after: z.string() });
export type RowChange = z.infer<typeof rowChangeSchema>;

export const importRowSchema = z.object({
  /** The first line is 1. */
  line: z.int(),
  /**
   * `outdated`: changed or deleted since the export, so only applied if its line is listed.
   * `moved`: the Faculty ID of a person with another address; only applied in the same way.
   * `skipped`: its line is not listed.
   */
  outcome: z.enum(['create', 'update', 'unchanged', 'outdated', 'moved', 'skipped', 'refused']),
  /** The row's key number or email address, if it has one. */
  name: z.string(),
  /** Why the row is rejected. */
  problems: z.array(z.string()),
  /** The content of a new row, in short. */
  summary: z.string().optional(),
  /** Changes to an existing row. */
  changes: z.array(rowChangeSchema).optional(),
  /** Values that a spreadsheet has probably damaged. */
  warnings: z.array(z.string()).optional(),
  /** What is unusual, but taken as it is. */
  notes: z.array(z.string()).optional(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** An entry in the file that the campus lacks; the label if it differs from the code. */
const namedEntrySchema = z.strictObject({
  list: z.enum(campusLists),
  code: codeSchema,
  label: nullAsUndefined(labelSchema.optional()),
});
export type NamedEntry = z.infer<typeof namedEntrySchema>;

/** `like` is an entry that is probably the same; one with its code makes no other. */
const unknownEntrySchema = namedEntrySchema.extend({
  like: z.object({ code: z.string(), label: z.string() }).optional(),
});
export type UnknownEntry = z.infer<typeof unknownEntrySchema>;

/** A person whom earlier files named. */
const leaverSchema = namedSchema.extend({ email: z.string() });
export type Leaver = z.infer<typeof leaverSchema>;

export const maxCreatedEntries = 200;

/** `field` is null for an ignored column. */
const namedColumnSchema = z.object({ heading: z.string(), field: z.string().nullable() });
export type NamedColumn = z.infer<typeof namedColumnSchema>;

/** The details of a refused file with unknown columns. */
export type ImportRefusal = { columns?: NamedColumn[]; headingLine?: number | undefined };

export const importResultSchema = z.object({
  rows: z.array(importRowSchema),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** False for a dry run and whenever a row is rejected: then nothing has changed. */
  applied: z.boolean(),
  /** Entries in the file that it could add to the campus lists. */
  unknown: z.array(unknownEntrySchema).optional(),
  /** Those that it adds, as told to. */
  creates: z.array(namedEntrySchema).optional(),
  /** The mapping of columns, if the headings are not ours. */
  columns: z.array(namedColumnSchema).optional(),
  /** The line of the headings, as guessed or chosen. */
  headingLine: z.int().optional(),
  /** What new keys lack in the file, to be chosen once for all of them. */
  lacks: z.array(z.enum(entryFields)).optional(),
  /** What they could have from above them in the file, or have as told to. */
  above: z.array(entryAboveSchema).optional(),
  /** Number of stored values for which the file has an empty cell. */
  emptyCells: z.int().optional(),
  /** Number of new people without a role in the file. */
  withoutRole: z.int().optional(),
  /** Who is missing in a file that names everybody; once applied, those who left. */
  leavers: z.array(leaverSchema).optional(),
  /** The hash of the stored state on which a dry run was based. */
  basis: z.string().optional(),
});
export type ImportResult = z.infer<typeof importResultSchema>;

type ResultDetails = Pick<
  ImportResult,
  | 'unknown'
  | 'creates'
  | 'columns'
  | 'headingLine'
  | 'lacks'
  | 'above'
  | 'emptyCells'
  | 'withoutRole'
  | 'leavers'
  | 'basis'
> & {
  /** Rows that are none of the table. */
  aside?: readonly ImportRow[];
};

export function toImportResult(
  planned: readonly ImportRow[],
  applied: boolean,
  {
    unknown = [],
    creates = [],
    columns = [],
    headingLine,
    lacks = [],
    above = [],
    emptyCells = 0,
    withoutRole = 0,
    leavers = [],
    basis,
    aside = [],
  }: ResultDetails,
): ImportResult {
  const rows = [...planned, ...aside].sort((one, other) => one.line - other.line);
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
    ...(creates.length > 0 && { creates }),
    ...(columns.length > 0 && { columns }),
    ...(headingLine && { headingLine }),
    ...(lacks.length > 0 && { lacks }),
    ...(above.length > 0 && { above }),
    ...(emptyCells > 0 && { emptyCells }),
    ...(withoutRole > 0 && { withoutRole }),
    ...(leavers.length > 0 && { leavers }),
    ...(basis && { basis }),
  };
}

export const maxImportRows = 10_000;

/** Roles for new people without one in the file, the usual one first. */
export const newPeopleRoles = ['faculty', 'pending'] as const;
export type NewPeopleRole = (typeof newPeopleRoles)[number];

/** Enough for ten thousand rows of five hundred bytes. */
export const maxImportBytes = 5_000_000;

/** As JSON each line break and quote of the file takes two bytes. */
const maxBodyBytes = 2 * maxImportBytes;

export const importBody = z.strictObject({
  text: z.string().refine((text) => !text.includes('\0'), says('not-text-file')),
  dryRun: z.boolean(),
  /** Entries to add to the campus lists if the file names them. */
  create: nullAsUndefined(z.array(namedEntrySchema).max(maxCreatedEntries).optional()),
  /** Fields by heading, if not ours; null ignores a column. */
  columns: nullAsUndefined(z.record(z.string().max(200), z.string().max(40).nullable()).optional()),
  /** The line of the headings; default: a guess. */
  headingLine: nullAsUndefined(z.int().min(1).optional()),
  /** Default: all that are neither outdated nor moved. */
  lines: nullAsUndefined(z.array(z.int().min(1)).max(maxImportRows).optional()),
  /** From the dry run that is applied: later changes prevent it. */
  basis: nullAsUndefined(z.string().max(64).optional()),
  /** Whether empty cells clear what is stored; default: they change nothing. */
  emptyClears: nullAsUndefined(z.boolean().optional()),
  /** For new keys without one in the file. */
  newKeys: nullAsUndefined(newKeyChoicesSchema.optional()),
  /** Entries that keys without one have from above them in the file. */
  above: nullAsUndefined(z.array(z.enum(entryFields)).optional()),
  /** The role of new people without one in the file. */
  newRole: nullAsUndefined(z.enum(newPeopleRoles).optional()),
  /** Of people: whether the file names everybody. */
  everybody: nullAsUndefined(z.boolean().optional()),
  /** Which of the missing left; default: all. */
  left: nullAsUndefined(z.array(idSchema).max(maxImportRows).optional()),
});

const importAnswer = dataWith({ result: importResultSchema });

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
    ...csvFile,
  }),
  exportUsers: adminRoute({
    method: 'GET',
    path: '/dashboard/export/users',
    summary: 'All people as CSV',
    ...csvFile,
  }),
};
