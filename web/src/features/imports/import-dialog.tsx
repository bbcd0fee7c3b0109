import { CircleAlert, FileSpreadsheet } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type ImportKind, importKinds } from './import-kinds.ts';
import { ResultView } from './import-result.tsx';
import { namesOf, UnknownEntries } from './unknown-entries.tsx';
import { type ImportState, useImport } from './use-import.ts';

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
          {state.error && <ErrorNotice>{state.error}</ErrorNotice>}
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
          {checked.error && <ErrorNotice>{checked.error}</ErrorNotice>}
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

function ErrorNotice({ children }: { children: string }) {
  return (
    <Notice tone="error" icon={<CircleAlert aria-hidden />}>
      {children}
    </Notice>
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
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
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
      <Button variant="secondary" className="mt-3" onClick={() => input.current?.click()}>
        Choose File
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="CSV file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          take(target.files);
          // The same file may be chosen again after it was corrected.
          target.value = '';
        }}
      />
    </section>
  );
}
