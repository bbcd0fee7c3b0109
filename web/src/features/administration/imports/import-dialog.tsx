import {
  type ImportResult,
  importTooLarge,
  maxImportBytes,
  type NamedEntry,
} from '@keydesk/shared/administration/imports';
import { campusLists, entryNames } from '@keydesk/shared/campus/campus';
import { FileSpreadsheet, School } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/api.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { type ImportKind, importFile, importKinds } from './import-kinds.ts';
import { ResultView } from './import-result.tsx';

type ImportDialogProps = {
  kind: ImportKind;
  open: boolean;
  onClose: () => void;
  /** The rows of the file have been stored. */
  onApplied: () => void;
};

/** Imports keys, people or access from a CSV file: choose it, check what it would change, apply it. */
export function ImportDialog({ kind, open, onClose, onApplied }: ImportDialogProps) {
  const { state, choose, createUnknown, apply, restart } = useImport(kind, onApplied);
  const { title, columns, rule, count } = importKinds[kind];
  const close = () => {
    restart();
    onClose();
  };
  const checked = state.step === 'checked' ? state : null;
  const changes = checked ? checked.result.created + checked.result.updated : 0;
  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      title={title}
      actions={
        <>
          <Button variant={state.step === 'applied' ? 'primary' : 'secondary'} onClick={close}>
            {state.step === 'applied' ? 'Done' : 'Cancel'}
          </Button>
          {checked && (
            <Button variant="secondary" onClick={restart}>
              Choose Another File
            </Button>
          )}
          {checked && checked.result.refused === 0 && changes > 0 && (
            <ActionButton onClick={() => void apply(checked)}>Apply</ActionButton>
          )}
        </>
      }
    >
      {state.step === 'choosing' && (
        <div className="flex flex-col gap-4">
          <ErrorNotice cause={state.error} />
          <FileDrop onFile={(file) => void choose(file)} />
          <div className="text-sm text-muted">
            <p>
              The first line names the columns: <span className="text-ink">{columns}</span>.
            </p>
            <p className="mt-1.5">{rule} Nothing is changed before you have seen what would be.</p>
          </div>
        </div>
      )}
      {state.step === 'sending' && <UploadProgress {...state} />}
      {checked && (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted wrap-anywhere">{checked.file.name}</p>
          <ErrorNotice cause={checked.error} />
          <UnknownEntries
            entries={checked.result.unknown ?? []}
            onCreate={() => void createUnknown(checked)}
          />
          {checked.create.length > 0 && (
            <p className="text-sm">The import also creates {namesOf(checked.create)}.</p>
          )}
          <ResultView key={checked.create.length} result={checked.result} countText={count} />
        </div>
      )}
      {state.step === 'applied' && <ResultView result={state.result} countText={count} />}
    </Dialog>
  );
}

function UploadProgress({ fileName, dryRun }: ImportState & { step: 'sending' }) {
  return (
    <div role="status" className="flex flex-col gap-3 py-8">
      <p className="font-medium wrap-anywhere">
        {dryRun ? 'Checking' : 'Importing'} {fileName}…
      </p>
      <div
        role="progressbar"
        aria-label="Progress"
        className="h-1.5 animate-pulse rounded-full bg-accent"
      />
    </div>
  );
}

/** Accepts one file, dropped or chosen. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <section
      aria-label="Choose a file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'flex flex-col items-center rounded-card border-2 border-dashed px-6 py-9 text-center transition-colors duration-150',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong/50',
      )}
    >
      <div className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
        <FileSpreadsheet aria-hidden className="size-6" />
      </div>
      <p className="mt-3 font-semibold">Drop a CSV file here</p>
      <p className="mt-0.5 text-sm text-muted">or</p>
      <FileButton
        label="CSV file"
        accept=".csv,.txt,text/csv,text/plain"
        onFile={onFile}
        className="mt-3"
      >
        Choose File
      </FileButton>
    </section>
  );
}

type ImportState =
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
function useImport(kind: ImportKind, onApplied: () => void) {
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

type UnknownEntriesProps = { entries: readonly NamedEntry[]; onCreate: () => void };

/** What a file names and the campus does not have, and the offer to create it with the import. */
function UnknownEntries({ entries, onCreate }: UnknownEntriesProps) {
  if (entries.length === 0) return null;
  return (
    <Notice tone="info" icon={<School aria-hidden />}>
      <p>
        The campus does not have {namesOf(entries)}. Nothing is created before you apply the import.
      </p>
      <ActionButton variant="secondary" size="small" onClick={onCreate} className="mt-2">
        {entries.length === 1 ? 'Create it' : `Create all ${entries.length}`}
      </ActionButton>
    </Notice>
  );
}

/** Entries by list: 'the departments HIST, LAW and the block Z'. */
function namesOf(entries: readonly NamedEntry[]): string {
  const groups = campusLists.flatMap((list) => {
    const codes = entries.flatMap((entry) => (entry.list === list ? [entry.code] : []));
    if (codes.length === 0) return [];
    return [`the ${codes.length === 1 ? entryNames[list] : list} ${codes.join(', ')}`];
  });
  return new Intl.ListFormat('en').format(groups);
}
