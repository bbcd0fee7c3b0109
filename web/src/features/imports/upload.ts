import {
  type ImportResult,
  type ImportRow,
  type NamedEntry,
  toImportResult,
} from '@keydesk/shared/imports/routes';
import { ApiError, call, getErrorMessage } from '../../lib/api.ts';
import { type ImportKind, importKinds } from './import-kinds.ts';
import { type FilePart, sliceText } from './split-file.ts';

/** Some parts of a file were stored, and the next was not; the message says up to which line. */
export class PartialImportError extends Error {
  override readonly name = 'PartialImportError';
}

/**
 * Sends the parts of a file one after the other and merges the results into one. Each part is stored
 * as a whole or not at all, and nothing is sent after one that failed.
 * @throws PartialImportError if some parts were stored and the next was not.
 */
export async function importParts(
  kind: ImportKind,
  parts: readonly FilePart[],
  options: UploadOptions,
): Promise<ImportResult> {
  const { dryRun } = options;
  const rows: ImportRow[] = [];
  const unknown = new Map<string, NamedEntry>();
  for (const [at, part] of parts.entries()) {
    const onProgress = (share: number) => options.onProgress((at + share) / parts.length);
    const { result, failure } = await sendPart(kind, part, { ...options, onProgress });
    const stops = failure !== null || !(dryRun || result.applied);
    if (stops && at > 0 && !dryRun)
      throw partialImportError(rows, failure ?? firstRowError(result.rows));
    if (failure !== null) throw failure;
    rows.push(...result.rows);
    for (const entry of result.unknown ?? [])
      unknown.set(`${entry.list} ${entry.code.toLowerCase()}`, entry);
    if (stops) return toImportResult(rows, false, [...unknown.values()]);
  }
  const checked = dryRun ? refuseDuplicates(rows) : rows;
  return toImportResult(checked, !dryRun, [...unknown.values()]);
}

/** Sends one part; the result has the line numbers of the whole file. */
async function sendPart(
  kind: ImportKind,
  part: FilePart,
  options: UploadOptions,
): Promise<PartOutcome> {
  try {
    const result = await uploadFile(kind, part.text, options);
    const rows = result.rows.map((row) => ({ ...row, line: row.line + part.offset }));
    return { result: { ...result, rows }, failure: null };
  } catch (cause) {
    return {
      result: null,
      failure: cause instanceof Error ? cause : new Error(getErrorMessage(cause)),
    };
  }
}

/** Sends a text slice by slice, in order, and returns the result of the server. */
async function uploadFile(
  kind: ImportKind,
  text: string,
  { dryRun, create, signal, onProgress }: UploadOptions,
): Promise<ImportResult> {
  const uploadId = newUploadId();
  const slices = sliceText(text);
  for (const [part, slice] of slices.entries()) {
    const body = { uploadId, part, parts: slices.length, text: slice, dryRun, create };
    const { data } = await retryWhenRateLimited(signal, () =>
      call(importKinds[kind].importRow, { body, signal }),
    );
    if (data.result) return data.result;
    onProgress((part + 1) / slices.length);
  }
  throw new Error('The file was not received as a whole. Please try again.');
}

function newUploadId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Waits and tries again: a large file takes more requests than the limit per minute allows. */
async function retryWhenRateLimited<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (cause) {
      const seconds = retryAfterSeconds(cause);
      if (seconds === null) throw cause;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      signal.throwIfAborted();
    }
  }
}

function retryAfterSeconds(cause: unknown): number | null {
  if (!(cause instanceof ApiError) || cause.status !== 429) return null;
  const { details } = cause;
  const hasValue = typeof details === 'object' && details !== null && 'retryAfter' in details;
  return hasValue && typeof details.retryAfter === 'number' ? details.retryAfter : null;
}

function partialImportError(stored: readonly ImportRow[], { message }: Error): PartialImportError {
  return new PartialImportError(
    `Everything up to line ${stored.at(-1)?.line} is imported, and nothing after it. ${message} Choose the file again to import the rest: what is there already stays as it is.`,
  );
}

function firstRowError(rows: readonly ImportRow[]): Error {
  const refused = rows.find(({ outcome }) => outcome === 'refused');
  return new Error(`Line ${refused?.line}: ${refused?.problems.join('. ')}.`);
}

/** Refuses names that occur in two parts; the server only notices them within one part. */
function refuseDuplicates(rows: readonly ImportRow[]): ImportRow[] {
  const lines = new Map<string, number>();
  return rows.map((row) => {
    const name = row.name.trim().toLowerCase();
    const earlier = lines.get(name);
    if (earlier === undefined && name !== '') lines.set(name, row.line);
    const alreadyRefused = row.problems.some((problem) => problem.includes('is already on line'));
    return earlier === undefined || alreadyRefused
      ? row
      : {
          ...row,
          outcome: 'refused',
          problems: [...row.problems, `${row.name} is already on line ${earlier}`],
        };
  });
}

type PartOutcome = { result: ImportResult; failure: null } | { result: null; failure: Error };

type UploadOptions = {
  dryRun: boolean;
  /** Entries to add to the lists of the campus. */
  create: NamedEntry[];
  signal: AbortSignal;
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
};
