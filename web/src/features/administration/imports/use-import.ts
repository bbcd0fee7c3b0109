import {
  type ImportRefusal,
  type ImportResult,
  maxImportBytes,
  type NamedColumn,
} from '@keydesk/shared/administration/imports';
import { maxPeoplePerChange } from '@keydesk/shared/administration/people';
import { t } from '@keydesk/shared/texts/en/imports';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { useEffect, useRef, useState } from 'react';
import { ApiError, api, call, getErrorMessage } from '../../../lib/api.ts';
import { type DecodedFile, type Reading, readFileText } from './file-text.ts';
import { type ImportKind, type ImportOptions, importFile } from './import-kinds.ts';

export type TextFile = DecodedFile & {
  name: string;
  /** The chosen reading, if there are several. */
  reading?: Reading;
};

/** How to read the file, apart from its content. */
export type MappingOptions = Pick<
  ImportOptions,
  | 'above'
  | 'create'
  | 'columns'
  | 'emptyClears'
  | 'everybody'
  | 'headingLine'
  | 'newKeys'
  | 'newRole'
>;

export type ImportState =
  | { step: 'choosing'; error: string | null }
  | { step: 'reading'; file: TextFile; reading: Reading }
  | {
      step: 'naming';
      file: TextFile;
      said: MappingOptions;
      columns: readonly NamedColumn[];
      headingLine: number;
      error: string;
    }
  | { step: 'sending'; fileName: string; dryRun: boolean }
  | CheckedImport
  | { step: 'applied'; checked: CheckedImport; result: ImportResult };

export type CheckedImport = {
  step: 'checked';
  file: TextFile;
  said: MappingOptions;
  result: ImportResult;
  deselected: ReadonlySet<number>;
  /** What becomes of the missing people that are chosen. */
  left: { ids: ReadonlySet<string>; suspends: boolean };
  error: string | null;
};

const nothingSaid: MappingOptions = { create: [], columns: {}, newRole: 'faculty' };

/** The steps of an import: choose a file, map it, check it by a dry run, apply it. */
export function useImport(kind: ImportKind, onApplied: () => void) {
  const [state, setState] = useState<ImportState>({ step: 'choosing', error: null });
  const running = useRef<AbortController | null>(null);
  /** What was chosen for one file holds for the next one, too. */
  const kept = useRef<{ said: MappingOptions; reading?: string }>({ said: nothingSaid });
  useEffect(() => () => running.current?.abort(), []);

  const send = (file: TextFile, options: Omit<ImportOptions, 'signal'>): Promise<ImportResult> => {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: 'sending', fileName: file.name, dryRun: options.dryRun });
    return importFile(kind, file.text, { ...options, signal: controller.signal });
  };

  const attempt = async (work: () => Promise<void>, onError: (cause: unknown) => ImportState) => {
    const before = running.current;
    try {
      await work();
    } catch (cause) {
      const started = running.current === before ? null : running.current;
      if (!started?.signal.aborted) setState(onError(cause));
    }
  };

  const check = (file: TextFile, said: MappingOptions, before?: CheckedImport) => {
    kept.current.said = { ...said, everybody: false };
    return attempt(
      async () => {
        const result = await send(file, { dryRun: true, ...said });
        const deselected = new Set(result.rows.filter(isDoubtful).map(({ line }) => line));
        const left = { ids: new Set<string>(), suspends: false };
        setState({ step: 'checked', file, said, result, deselected, left, error: null });
      },
      (cause) => {
        const refusal = refusalOf(cause);
        const error = getErrorMessage(cause);
        if (!refusal?.columns) return before ? { ...before, error } : { step: 'choosing', error };
        const { columns, headingLine = 1 } = refusal;
        // At first the fields to fill in say enough.
        const isFirst = Object.keys(said.columns).length === 0 && columns.some((one) => !one.field);
        return { step: 'naming', file, said, columns, headingLine, error: isFirst ? '' : error };
      },
    );
  };

  return {
    state,
    choose: (chosen: File) =>
      attempt(
        async () => {
          const file = await readTextFile(chosen);
          const { said, reading: before } = kept.current;
          const [reading] = file.choices;
          const same = file.choices.find(({ name }) => name === before);
          if (same) await check(readAs(file, same), said);
          else if (reading) setState({ step: 'reading', file, reading });
          else await check(file, said);
        },
        (cause) => ({ step: 'choosing', error: getErrorMessage(cause) }),
      ),
    readAs: (file: TextFile, reading: Reading) => setState({ step: 'reading', file, reading }),
    checkReading: (file: TextFile, reading: Reading) => {
      kept.current.reading = reading.name;
      return check(readAs(file, reading), kept.current.said);
    },
    check,
    nameColumns: ({ file, said, result }: CheckedImport) => {
      const { columns = [], headingLine = 1 } = result;
      setState({ step: 'naming', file, said, columns, headingLine, error: '' });
    },
    checkColumns: (file: TextFile, said: MappingOptions, columns: readonly NamedColumn[]) => {
      const named = columns.map(({ heading, field }) => [heading, field]);
      return check(file, { ...said, columns: Object.fromEntries(named) });
    },
    say: (checked: CheckedImport, more: Partial<MappingOptions>) =>
      check(checked.file, { ...checked.said, ...more }, checked),
    setLeft: (checked: CheckedImport, left: CheckedImport['left']) =>
      setState({ ...checked, left }),
    setDeselected: (checked: CheckedImport, deselected: ReadonlySet<number>) =>
      setState({ ...checked, deselected }),
    apply: (checked: CheckedImport) =>
      attempt(
        async () => {
          const { file, said, result: shown, deselected, left } = checked;
          const isWhole = deselected.size === 0 && shown.refused === 0;
          const lines = isWhole ? {} : { lines: linesToApply(checked) };
          const missing = said.everybody ? { left: [...left.ids] } : {};
          const options = { dryRun: false, basis: shown.basis, ...said, ...lines, ...missing };
          const result = await send(file, options);
          if (!result.applied) return setState({ ...checked, result, error: null });
          setState({ step: 'applied', checked, result });
          onApplied();
          if (left.suspends) await suspend([...left.ids]);
        },
        (cause) => ({ ...checked, error: getErrorMessage(cause) }),
      ),
    restart: () => {
      running.current?.abort();
      setState({ step: 'choosing', error: null });
    },
  };
}

async function suspend(ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += maxPeoplePerChange) {
    const userIds = ids.slice(at, at + maxPeoplePerChange);
    await call(api.updateUsers, { body: { userIds, changes: { state: 'suspended' } } });
  }
}

/** Whether applying the row would change anything. */
export function isChange({ outcome }: ImportResult['rows'][number]): boolean {
  return ['create', 'update', 'outdated', 'moved'].includes(outcome);
}

/** Rows that need an explicit choice: outdated, or apparently damaged. */
export function isDoubtful(row: ImportResult['rows'][number]): boolean {
  return isChange(row) && (row.outcome === 'outdated' || row.warnings !== undefined);
}

export function linesToApply({ result: { rows }, deselected }: CheckedImport): number[] {
  return rows.filter((row) => isChange(row) && !deselected.has(row.line)).map(({ line }) => line);
}

function refusalOf(cause: unknown): ImportRefusal | null {
  return cause instanceof ApiError ? ((cause.details ?? null) as ImportRefusal | null) : null;
}

function readAs(file: TextFile, reading: Reading): TextFile {
  return { ...file, reading, text: reading.text };
}

/** @throws Error with a message to show if the file is too large or unreadable */
async function readTextFile(file: File): Promise<TextFile> {
  if (file.size > 2 * maxImportBytes) throw new Error(inputText('file-too-large'));
  const buffer = await file.arrayBuffer().catch(() => {
    throw new Error(t('file-unreadable'));
  });
  return { name: file.name, ...(await readFileText(new Uint8Array(buffer))) };
}
