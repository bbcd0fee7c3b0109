import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type ImportResult,
  type ImportRow,
  maxImportBytes,
} from '@keydesk/shared/administration/imports';
import { refusedRowsOf } from '@keydesk/shared/administration/refused-rows';
import { appError } from '@keydesk/shared/core/errors';
import { plural } from '@keydesk/shared/core/text';
import { addLanguages } from '@keydesk/shared/texts/add-languages';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { readConfig } from '../config/config.ts';
import { silentPublisher } from '../core/live/silent-publisher.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { requireCurrentSchema } from '../db/migrate.ts';
import { withClient } from '../db/open-client.ts';
import type { ImportedFile } from '../features/administration/imports/import-file.ts';
import { importUsers } from '../features/administration/imports/import-users.ts';
import { readDue } from '../features/due/current-due.ts';
import { withEnvironmentDatabase } from './environment-database.ts';

const usage = `
npm run import -- people FILE [--encoding NAME]
    Says what FILE, the whole list of the college's people, would change.
npm run import -- people FILE --apply [--encoding NAME] [--refused OTHER]
    The same, and changes it. People whom an earlier list named and this one does not are marked on
    Manage Users; nobody is removed. If rows are refused, the others are applied and nobody is
    marked; the refused ones are written to OTHER (FILE.refused.csv unless it says otherwise) with
    their reasons, and the exit code is 2.

FILE is CSV as on Manage Users, in UTF-8, in UTF-16 with a byte order mark, or in the encoding that
is named, such as windows-1252. It ends with a line break: one without may be half written.`;

/** Some rows were applied and others refused; the message is the report. */
export class RowsRefused extends Error {}

/**
 * `npm run import -- …`, for a nightly job; returns a report of the rows. @throws RowsRefused if it
 * applied only some of them
 */
export async function runImport({ args, folder }: { args: string[]; folder: string }) {
  const { path, encoding, apply, refused = `${path}.refused.csv` } = parseArguments(args);
  const text = decode(await readFile(resolve(folder, path)), encoding);
  // Files in each language are read.
  await addLanguages();
  return withEnvironmentDatabase({ creates: false }, async (url) => {
    await withClient(url, 'keydesk-import', async () => undefined);
    const db = openDatabase(url, () => undefined);
    try {
      await requireCurrentSchema(db);
      return await importPeople(db, text, { apply, refusedPath: resolve(folder, refused) });
    } finally {
      await db.pool.end();
    }
  });
}

function parseArguments(args: string[]) {
  const { positionals, values } = readArguments(args);
  const [kind, path, ...others] = positionals;
  if (kind !== 'people' || !path || others.length > 0)
    throw new Error(`Not understood: ${args.join(' ')}\n${usage}`);
  return { ...values, path, apply: values.apply ?? false };
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        apply: { type: 'boolean' },
        encoding: { type: 'string' },
        refused: { type: 'string' },
      },
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`);
  }
}

/** @throws Error if a file is too large, truncated, or not in this encoding */
function decode(bytes: Buffer, encoding = encodingOf(bytes)): string {
  if (bytes.length > 2 * maxImportBytes) throw new Error(inputText('file-too-large'));
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`The file is not in ${encoding}. Nothing was changed.\n${usage}`);
  }
  if (!/[\r\n]$/.test(text))
    throw new Error(
      'The file does not end with a line break, so it may be half written. Nothing was changed.',
    );
  return text;
}

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

type Applying = { apply: boolean; refusedPath: string };

async function importPeople(db: Database, text: string, { apply, refusedPath }: Applying) {
  const config = readConfig(process.env);
  const timezone = (await readDue(db)).timezone ?? config.campusTimezone;
  const file: Omit<ImportedFile, 'dryRun'> = {
    text,
    create: [],
    columns: {},
    lines: null,
    newRole: 'faculty',
    everybody: true,
    signal: new AbortController().signal,
  };
  const deps = {
    db,
    config,
    publisher: silentPublisher,
    campus: { refresh: async () => undefined },
    due: { calendar: () => ({ timezone }) },
  };
  const checked = await importUsers(deps, null, { ...file, dryRun: true });
  const { refused, basis } = checked;
  const report = (...last: string[]) => [...linesOf(checked), ...last].join('\n');
  const refusal = `${plural(refused, 'row is', 'rows are')} refused.`;
  if (!apply && refused > 0) throw new Error(report(`${refusal} Nothing was changed.`));
  if (!apply) return report(`${summaryOf(checked)} Nothing was changed.`);
  const isWhole = refused === 0;
  if (!isWhole) await writeFile(refusedPath, refusedRowsOf(text, checked), { mode: 0o600 });
  const lines = new Set(checked.rows.filter(isApplied).map(({ line }) => line));
  // A refused row may be of somebody who seems to be missing.
  const chosen = isWhole ? {} : { lines, left: [] };
  const done = await importUsers(deps, null, { ...file, ...chosen, basis, dryRun: false });
  if (!done.applied) throw appError('IMPORT_OVERTAKEN');
  if (isWhole) return report(summaryOf(checked));
  throw new RowsRefused(
    report(
      `${summaryOf(checked)} ${refusal} They are in ${refusedPath} with their reasons.`,
      'Nobody was marked as left.',
    ),
  );
}

/** What needs somebody to choose it is left as it is. */
function isApplied({ outcome }: ImportRow): boolean {
  return ['create', 'update', 'unchanged'].includes(outcome);
}

/**
 * A line for each row that is refused, new, changed or suspicious, each person who is missing, and
 * each column that is left out.
 */
function linesOf({ rows, leavers = [], columns = [] }: ImportResult): string[] {
  const left = leavers.map(({ name, email }) => `left? ${name}, ${email}`);
  const unread = columns.filter(({ heading, field }) => heading !== '' && field === null);
  const said = rows.flatMap(({ line, outcome, name, problems, warnings = [], changes = [] }) => {
    const notes = [
      ...problems,
      ...warnings,
      ...changes.map(({ column, before, after }) => `${column}: ${before} → ${after}`),
    ];
    if (outcome === 'unchanged' && notes.length === 0) return [];
    return [`line ${line}, ${name}: ${outcome}${notes.length > 0 ? `. ${notes.join('. ')}` : ''}`];
  });
  return [...said, ...left, ...unread.map(({ heading }) => `column ${heading}: left out`)];
}

function summaryOf({ created, updated, unchanged }: ImportResult): string {
  return `${plural(created, 'person', 'people')} added, ${updated} changed, ${unchanged} unchanged.`;
}
