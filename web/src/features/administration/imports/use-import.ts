import {
  type ImportRefusal,
  type ImportResult,
  importTooLarge,
  maxImportBytes,
  type NamedColumn,
  type NamedEntry,
  type NewPeopleRole,
} from '@keydesk/shared/administration/imports';
import { t } from '@keydesk/shared/texts/en/imports';
import { useEffect, useRef, useState } from 'react';
import { ApiError, getErrorMessage } from '../../../lib/api.ts';
import { decodeAs, decodeFile, type FileEncoding } from './file-text.ts';
import { type ImportKind, type ImportOptions, importFile } from './import-kinds.ts';

/** A chosen file, read as text. */
export type TextFile = {
  name: string;
  bytes: Uint8Array;
  text: string;
  /** The encodings in which it can be read, the likeliest first; none where it tells its own. */
  choices: readonly FileEncoding[];
};

/** What is said of a file beside its content. */
type MappingOptions = Pick<ImportOptions, 'create' | 'columns' | 'newRole'>;

export type ImportState =
  | { step: 'choosing'; error: string | null }
  /** How are its letters encoded? */
  | { step: 'reading'; file: TextFile; encoding: FileEncoding }
  /** What do its columns name? */
  | {
      step: 'naming';
      file: TextFile;
      said: MappingOptions;
      columns: readonly NamedColumn[];
      error: string;
    }
  | { step: 'sending'; fileName: string; dryRun: boolean }
  | CheckedImport
  | { step: 'applied'; result: ImportResult };

export type CheckedImport = {
  step: 'checked';
  file: TextFile;
  said: MappingOptions;
  result: ImportResult;
  /** Lines that are not applied, though they could be. */
  left: ReadonlySet<number>;
  error: string | null;
};

const nothingSaid: MappingOptions = { create: [], columns: {}, newRole: 'faculty' };

/** The steps of an import: choose a file, say how it is to be read, check it by a dry run, apply it. */
export function useImport(kind: ImportKind, onApplied: () => void) {
  const [state, setState] = useState<ImportState>({ step: 'choosing', error: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = (file: TextFile, options: Omit<ImportOptions, 'signal'>): Promise<ImportResult> => {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: 'sending', fileName: file.name, dryRun: options.dryRun });
    return importFile(kind, file.text, { ...options, signal: controller.signal });
  };

  /** Runs `work` and shows its error, unless it was cancelled. */
  const attempt = async (work: () => Promise<void>, onError: (cause: unknown) => ImportState) => {
    const before = running.current;
    try {
      await work();
    } catch (cause) {
      const started = running.current === before ? null : running.current;
      if (!started?.signal.aborted) setState(onError(cause));
    }
  };

  const check = (file: TextFile, said: MappingOptions) =>
    attempt(
      async () => {
        const result = await send(file, { dryRun: true, ...said });
        const left = new Set(result.rows.filter(isDoubtful).map(({ line }) => line));
        setState({ step: 'checked', file, said, result, left, error: null });
      },
      (cause) => {
        const columns = unknownColumns(cause);
        const error = getErrorMessage(cause);
        return columns
          ? { step: 'naming', file, said, columns, error }
          : { step: 'choosing', error };
      },
    );

  return {
    state,
    choose: (chosen: File) =>
      attempt(
        async () => {
          const file = await readTextFile(chosen);
          const [encoding] = file.choices;
          if (encoding) setState({ step: 'reading', file, encoding });
          else await check(file, nothingSaid);
        },
        (cause) => ({ step: 'choosing', error: getErrorMessage(cause) }),
      ),
    /** Shows the file in another encoding. */
    readAs: (file: TextFile, encoding: FileEncoding) =>
      setState({
        step: 'reading',
        file: { ...file, text: decodeAs(file.bytes, encoding) },
        encoding,
      }),
    check: (file: TextFile) => check(file, nothingSaid),
    /** Shows the columns again. */
    nameColumns: ({ file, said, result }: CheckedImport) =>
      setState({ step: 'naming', file, said, columns: result.columns ?? [], error: '' }),
    checkColumns: (file: TextFile, said: MappingOptions, columns: readonly NamedColumn[]) => {
      const named = columns.map(({ heading, field }) => [heading, field]);
      return check(file, { ...said, columns: Object.fromEntries(named) });
    },
    /** Checks the file again as if the campus had these entries. */
    create: ({ file, said }: CheckedImport, entries: readonly NamedEntry[]) =>
      check(file, { ...said, create: [...said.create, ...entries] }),
    /** Checks the file again with another role for new people who have none in it. */
    giveRole: ({ file, said }: CheckedImport, newRole: NewPeopleRole) =>
      check(file, { ...said, newRole }),
    setLeft: (checked: CheckedImport, left: ReadonlySet<number>) => setState({ ...checked, left }),
    apply: (checked: CheckedImport) =>
      attempt(
        async () => {
          const { file, said, result: shown, left } = checked;
          const lines = left.size > 0 ? { lines: linesToApply(checked) } : {};
          const options = { dryRun: false, basis: shown.basis, ...said, ...lines };
          const result = await send(file, options);
          if (!result.applied) return setState({ ...checked, result, error: null });
          setState({ step: 'applied', result });
          onApplied();
        },
        (cause) => ({ ...checked, error: getErrorMessage(cause) }),
      ),
    /** Cancels what is running and starts again. */
    restart: () => {
      running.current?.abort();
      setState({ step: 'choosing', error: null });
    },
  };
}

/** Whether a row would change something, if it is applied. */
export function isChange({ outcome }: ImportResult['rows'][number]): boolean {
  return outcome === 'create' || outcome === 'update' || outcome === 'outdated';
}

/** Whether a row is only applied once somebody says so: it is out of date, or looks damaged. */
function isDoubtful({ outcome, warnings = [] }: ImportResult['rows'][number]): boolean {
  return outcome === 'outdated' || (outcome === 'create' && warnings.length > 0);
}

/** The lines that are applied. */
export function linesToApply({ result, left }: CheckedImport): number[] {
  return result.rows.filter((row) => isChange(row) && !left.has(row.line)).map(({ line }) => line);
}

/** The columns of a file of which the server could not tell what they name. */
function unknownColumns(cause: unknown): readonly NamedColumn[] | null {
  const details = cause instanceof ApiError ? (cause.details as ImportRefusal | undefined) : null;
  return details?.columns ?? null;
}

/**
 * Reads a chosen file as text.
 * @throws Error with a message to show if the file is too large or cannot be read.
 */
async function readTextFile(file: File): Promise<TextFile> {
  if (file.size > 2 * maxImportBytes) throw new Error(importTooLarge);
  const buffer = await file.arrayBuffer().catch(() => {
    throw new Error(t('file-unreadable'));
  });
  const bytes = new Uint8Array(buffer);
  return { name: file.name, bytes, ...decodeFile(bytes) };
}
