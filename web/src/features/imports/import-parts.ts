import type { ImportResult, ImportRow } from '@keydesk/shared/imports/imports.routes';
import { messageOf } from '../../lib/api-error.ts';
import type { ImportKind } from './import-kinds.ts';
import type { FilePart } from './split-rows.ts';
import { type UploadOptions, uploadFile } from './upload-file.ts';

/** Some parts of a file are stored, and the next is not; the message says up to where. */
export class PartlyImported extends Error {
  override readonly name = 'PartlyImported';
}

/**
 * Sends the parts of a file one after the other and answers as if they were one. Each is stored as a
 * whole or not at all, and none after one that is not.
 * @throws PartlyImported when some are stored and the next is not.
 */
export async function importParts(
  kind: ImportKind,
  parts: readonly FilePart[],
  options: UploadOptions,
): Promise<ImportResult> {
  const { dryRun } = options;
  const rows: ImportRow[] = [];
  for (const [at, part] of parts.entries()) {
    const onProgress = (share: number) => options.onProgress((at + share) / parts.length);
    const { result, failure } = await sent(kind, part, { ...options, onProgress });
    const stops = failure !== null || !(dryRun || result.applied);
    if (stops && at > 0 && !dryRun) throw partlyImported(rows, failure ?? firstFault(result.rows));
    if (failure !== null) throw failure;
    rows.push(...result.rows);
    if (stops) return counted(rows, false);
  }
  return counted(dryRun ? refuseRepeats(rows) : rows, !dryRun);
}

type Sent = { result: ImportResult; failure: null } | { result: null; failure: Error };

/** What became of a part, by the lines of the whole file. */
async function sent(kind: ImportKind, part: FilePart, options: UploadOptions): Promise<Sent> {
  try {
    const result = await uploadFile(kind, part.text, options);
    const rows = result.rows.map((row) => ({ ...row, line: row.line + part.offset }));
    return { result: { ...result, rows }, failure: null };
  } catch (cause) {
    return { result: null, failure: cause instanceof Error ? cause : new Error(messageOf(cause)) };
  }
}

function partlyImported(stored: readonly ImportRow[], { message }: Error): PartlyImported {
  return new PartlyImported(
    `Everything up to line ${stored.at(-1)?.line} is imported, and nothing after it. ${message} Choose the file again to import the rest: what is there already stays as it is.`,
  );
}

function firstFault(rows: readonly ImportRow[]): Error {
  const refused = rows.find(({ outcome }) => outcome === 'refused');
  return new Error(`Line ${refused?.line}: ${refused?.problems.join('. ')}.`);
}

function counted(rows: ImportRow[], applied: boolean): ImportResult {
  const count = (outcome: ImportRow['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length;
  return {
    rows,
    created: count('create'),
    updated: count('update'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    applied,
  };
}

/** The server sees that a name comes twice only within a part; across parts it is seen here. */
function refuseRepeats(rows: readonly ImportRow[]): ImportRow[] {
  const lines = new Map<string, number>();
  return rows.map((row) => {
    const name = row.name.trim().toLowerCase();
    const earlier = lines.get(name);
    if (earlier === undefined && name !== '') lines.set(name, row.line);
    const known = row.problems.some((problem) => problem.includes('is already on line'));
    return earlier === undefined || known
      ? row
      : {
          ...row,
          outcome: 'refused',
          problems: [...row.problems, `${row.name} is already on line ${earlier}`],
        };
  });
}
