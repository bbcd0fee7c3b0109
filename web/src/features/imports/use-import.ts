import type { ImportResult } from '@keydesk/shared/imports/routes';
import { useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import type { ImportKind } from './import-kinds.ts';
import { type FilePart, splitRows } from './split-file.ts';
import { importParts, PartialImportError } from './upload.ts';

export type ImportState =
  | { step: 'choosing'; error: string | null }
  | { step: 'sending'; fileName: string; dryRun: boolean; share: number }
  | { step: 'checked'; file: TextFile; result: ImportResult; error: string | null }
  | { step: 'applied'; result: ImportResult };

const initialState: ImportState = { step: 'choosing', error: null };

/** The steps of an import: choose a file, check it by a dry run, apply it. */
export function useImport(kind: ImportKind, onApplied: () => void) {
  const [state, setState] = useState<ImportState>(initialState);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = (file: TextFile, dryRun: boolean): Promise<ImportResult> => {
    const controller = new AbortController();
    running.current = controller;
    const show = (share: number) =>
      setState({ step: 'sending', fileName: file.name, dryRun, share });
    show(0);
    return importParts(kind, file.parts, { dryRun, signal: controller.signal, onProgress: show });
  };

  /** Runs `work` and shows its error, unless it was cancelled. */
  const attempt = async (
    work: () => Promise<void>,
    onError: (error: string, cause: unknown) => ImportState,
  ) => {
    const before = running.current;
    try {
      await work();
    } catch (cause) {
      const started = running.current === before ? null : running.current;
      if (!started?.signal.aborted) setState(onError(getErrorMessage(cause), cause));
    }
  };

  return {
    state,
    choose: (chosen: File) =>
      attempt(
        async () => {
          const file = await readTextFile(chosen);
          setState({ step: 'checked', file, result: await send(file, true), error: null });
        },
        (error) => ({ step: 'choosing', error }),
      ),
    apply: (file: TextFile, checked: ImportResult) =>
      attempt(
        async () => {
          const result = await send(file, false);
          if (!result.applied) return setState({ step: 'checked', file, result, error: null });
          setState({ step: 'applied', result });
          onApplied();
        },
        (error, cause) => {
          if (!(cause instanceof PartialImportError))
            return { step: 'checked', file, result: checked, error };
          // The dry run no longer describes what the file would do.
          onApplied();
          return { step: 'choosing', error };
        },
      ),
    /** Cancels what is running and starts again. */
    restart: () => {
      running.current?.abort();
      setState(initialState);
    },
  };
}

/**
 * Reads a chosen file as text.
 * @throws Error with a message to show if the file is too large or cannot be read.
 */
async function readTextFile(file: File): Promise<TextFile> {
  if (file.size > maxFileBytes)
    throw new Error('The file is larger than 20 MB. Please split it into several.');
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('The file could not be read. Please choose it again.');
  });
  return { name: file.name, parts: splitRows(decode(bytes)) };
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The default of spreadsheets on Windows.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Far more than any campus needs; the file is read into memory as a whole. */
const maxFileBytes = 20_000_000;

/** A chosen file, split into the parts in which it is sent. */
type TextFile = { name: string; parts: FilePart[] };
