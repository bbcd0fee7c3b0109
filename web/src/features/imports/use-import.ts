import type { ImportResult } from '@keydesk/shared/imports/routes';
import { useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import type { ImportKind } from './import-kinds.ts';
import { type FilePart, splitRows } from './split-file.ts';
import { importParts, PartialImportError } from './upload.ts';

export type ImportState =
  | { step: 'choosing'; fault: string | null }
  | { step: 'sending'; fileName: string; dryRun: boolean; share: number }
  | { step: 'checked'; file: TextFile; result: ImportResult; fault: string | null }
  | { step: 'applied'; result: ImportResult };

const initialState: ImportState = { step: 'choosing', fault: null };

/** An import from the choice of a file by way of the dry run to its result. */
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

  /** Runs `work`; of one that was given up nothing is shown. */
  const attempt = async (
    work: () => Promise<void>,
    failed: (fault: string, cause: unknown) => ImportState,
  ) => {
    const before = running.current;
    try {
      await work();
    } catch (cause) {
      const own = running.current === before ? null : running.current;
      if (!own?.signal.aborted) setState(failed(getErrorMessage(cause), cause));
    }
  };

  return {
    state,
    choose: (chosen: File) =>
      attempt(
        async () => {
          const file = await readTextFile(chosen);
          setState({ step: 'checked', file, result: await send(file, true), fault: null });
        },
        (fault) => ({ step: 'choosing', fault }),
      ),
    apply: (file: TextFile, checked: ImportResult) =>
      attempt(
        async () => {
          const result = await send(file, false);
          if (!result.applied) return setState({ step: 'checked', file, result, fault: null });
          setState({ step: 'applied', result });
          onApplied();
        },
        (fault, cause) => {
          if (!(cause instanceof PartialImportError))
            return { step: 'checked', file, result: checked, fault };
          // What was checked before is no longer what would happen.
          onApplied();
          return { step: 'choosing', fault };
        },
      ),
    /** Gives up what is under way and begins anew. */
    restart: () => {
      running.current?.abort();
      setState(initialState);
    },
  };
}

/**
 * Reads a chosen file as text.
 * @throws Error, with a message to show, when the file is too large or cannot be read.
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
    // What spreadsheets on Windows write unless told to write UTF-8.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Far more than any campus has keys or people; all of it is read into memory. */
const maxFileBytes = 20_000_000;

/** A chosen file, read, in the parts in which it is sent. */
type TextFile = { name: string; parts: FilePart[] };
