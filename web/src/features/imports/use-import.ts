import type { ImportResult } from '@keydesk/shared/imports/imports.routes';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import type { ImportKind } from './import-kinds.ts';
import { importParts, PartlyImported } from './import-parts.ts';
import { readTextFile, type TextFile } from './read-text-file.ts';

export type ImportState =
  | { step: 'choosing'; fault: string | null }
  | { step: 'sending'; fileName: string; dryRun: boolean; share: number }
  | { step: 'checked'; file: TextFile; result: ImportResult; fault: string | null }
  | { step: 'applied'; result: ImportResult };

const choosing: ImportState = { step: 'choosing', fault: null };

/** An import from the choice of a file by way of the dry run to its result. */
export const useImport = (kind: ImportKind, onApplied: () => void) => {
  const [state, setState] = useState<ImportState>(choosing);
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
      if (!own?.signal.aborted) setState(failed(messageOf(cause), cause));
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
          if (!(cause instanceof PartlyImported))
            return { step: 'checked', file, result: checked, fault };
          // What was checked before is no longer what would happen.
          onApplied();
          return { step: 'choosing', fault };
        },
      ),
    /** Gives up what is under way and begins anew. */
    restart: () => {
      running.current?.abort();
      setState(choosing);
    },
  };
};
