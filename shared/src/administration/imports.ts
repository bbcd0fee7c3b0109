import { z } from 'zod';
import { campusLists, codeSchema } from '../campus/campus.ts';
import { idSchema } from '../core/fields.ts';
import { nullAsUndefined } from '../http/input.ts';
import { adminRoute, dataEnvelope } from '../http/route.ts';
import { type FiledFieldName, filedFields, keyFields } from '../keys/key-fields.ts';
import { type PersonFieldName, personFieldNames, personFields } from '../people/user.ts';

/** The columns of a file of keys, for import and export. */
export const keyColumns = Object.fromEntries(
  filedFields.map((name) => [name, keyFields[name].column]),
) as Readonly<Record<FiledFieldName, string>>;

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

/** What would happen, or did happen, to one row of an imported file. */
export const importRowSchema = z.object({
  /** Line of the file, the heading being line 1. */
  line: z.int(),
  outcome: z.enum(['create', 'update', 'unchanged', 'refused']),
  /** The row's key number or email address, if it has one. */
  name: z.string(),
  /** Why the row is rejected. */
  problems: z.array(z.string()),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** A code that a file names and the campus does not have. */
const namedEntrySchema = z.strictObject({ list: z.enum(campusLists), code: codeSchema });
export type NamedEntry = z.infer<typeof namedEntrySchema>;

/** Most entries that one file can create. */
export const maxCreatedEntries = 200;

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
});
export type ImportResult = z.infer<typeof importResultSchema>;

/** The rows, and how many there are of each outcome. */
export function toImportResult(
  rows: ImportRow[],
  applied: boolean,
  unknown: readonly NamedEntry[] = [],
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
    ...(unknown.length > 0 && { unknown: [...unknown] }),
  };
}

/** Enough for ten thousand rows of five hundred bytes. */
export const maxImportBytes = 5_000_000;

/** Why a larger file is refused. */
export const importTooLarge = 'The file is larger than 5 MB. Please split it.';

/** As JSON each line break and quote of the file takes two bytes. */
const maxBodyBytes = 2 * maxImportBytes;

const importBody = z.strictObject({
  text: z.string().refine((text) => !text.includes('\0'), 'This is not a text file'),
  dryRun: z.boolean(),
  /** Entries to add to the lists of the campus, where the file names them. */
  create: nullAsUndefined(z.array(namedEntrySchema).max(maxCreatedEntries).optional()),
  /** Of clients from the time when a large file came in slices: a whole file is one slice. */
  uploadId: nullAsUndefined(idSchema.optional()),
  part: nullAsUndefined(z.literal(0).optional()),
  parts: nullAsUndefined(z.literal(1).optional()),
});

const importAnswer = dataEnvelope(
  z.object({
    /** How many slices came; always the whole file. */
    received: z.literal(1),
    result: importResultSchema,
  }),
);

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
