import {
  type ImportResult,
  importTooLarge,
  maxImportBytes,
  type NamedEntry,
} from '@keydesk/shared/imports/routes';
import { useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import type { ImportKind } from './import-kinds.ts';
import { importFile } from './upload.ts';

export type ImportState =
  | { step: 'choosing'; error: string | null }
  | { step: 'sending'; fileName: string; dryRun: boolean }
  | CheckedImport
  | { step: 'applied'; result: ImportResult };

type CheckedImport = {
  step: 'checked';
  file: TextFile;
  result: ImportResult;
  /** What the import will also create in the lists of the campus. */
  create: NamedEntry[];
  error: string | null;
};

const initialState: ImportState = { step: 'choosing', error: null };

/** The steps of an import: choose a file, check it by a dry run, apply it. */
export function useImport(kind: ImportKind, onApplied: () => void) {
  const [state, setState] = useState<ImportState>(initialState);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = (file: TextFile, dryRun: boolean, create: NamedEntry[]): Promise<ImportResult> => {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: 'sending', fileName: file.name, dryRun });
    return importFile(kind, file.text, { dryRun, create, signal: controller.signal });
  };

  /** Runs `work` and shows its error, unless it was cancelled. */
  const attempt = async (work: () => Promise<void>, onError: (error: string) => ImportState) => {
    const before = running.current;
    try {
      await work();
    } catch (cause) {
      const started = running.current === before ? null : running.current;
      if (!started?.signal.aborted) setState(onError(getErrorMessage(cause)));
    }
  };

  return {
    state,
    choose: (chosen: File) =>
      attempt(
        async () => {
          const file = await readTextFile(chosen);
          const result = await send(file, true, []);
          setState({ step: 'checked', file, result, create: [], error: null });
        },
        (error) => ({ step: 'choosing', error }),
      ),
    /** Checks the file again as if the campus had what it names. */
    createUnknown: (checked: CheckedImport) =>
      attempt(
        async () => {
          const create = [...checked.create, ...(checked.result.unknown ?? [])];
          const result = await send(checked.file, true, create);
          setState({ ...checked, result, create, error: null });
        },
        (error) => ({ ...checked, error }),
      ),
    apply: (checked: CheckedImport) =>
      attempt(
        async () => {
          const result = await send(checked.file, false, checked.create);
          if (!result.applied) return setState({ ...checked, result, error: null });
          setState({ step: 'applied', result });
          onApplied();
        },
        (error) => ({ ...checked, error }),
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
  if (file.size > maxImportBytes) throw new Error(importTooLarge);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('The file could not be read. Please choose it again.');
  });
  return { name: file.name, text: decode(bytes) };
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The default of spreadsheets on Windows.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A chosen file. */
type TextFile = { name: string; text: string };
