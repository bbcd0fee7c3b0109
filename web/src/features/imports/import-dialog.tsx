import { CircleAlert } from 'lucide-react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { FileDrop } from './file-drop.tsx';
import { type ImportKind, importKinds } from './import-kinds.ts';
import { ResultView } from './result-view.tsx';
import { type ImportState, useImport } from './use-import.ts';

type ImportDialogProps = {
  kind: ImportKind;
  open: boolean;
  onClose: () => void;
  /** The file's rows have been stored. */
  onApplied: () => void;
};

const Fault = ({ children }: { children: string }) => (
  <Notice tone="error" icon={<CircleAlert aria-hidden />}>
    {children}
  </Notice>
);

const Sending = ({ fileName, dryRun, share }: ImportState & { step: 'sending' }) => (
  <div role="status" className="flex flex-col gap-3 py-8">
    <p className="font-medium wrap-anywhere">
      {dryRun ? 'Checking' : 'Importing'} {fileName}…
    </p>
    <ProgressBar value={Math.round(100 * share)} max={100} label="Sent" />
  </div>
);

/** Imports keys or people from a CSV file: choose, see what it would do, apply. */
export const ImportDialog = ({ kind, open, onClose, onApplied }: ImportDialogProps) => {
  const { state, choose, apply, restart } = useImport(kind, onApplied);
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
            <ActionButton onClick={() => void apply(checked.file, checked.result)}>
              Apply
            </ActionButton>
          )}
        </>
      }
    >
      {state.step === 'choosing' && (
        <div className="flex flex-col gap-4">
          {state.fault && <Fault>{state.fault}</Fault>}
          <FileDrop onFile={(file) => void choose(file)} />
          <div className="text-sm text-muted">
            <p>
              The first line names the columns: <span className="text-ink">{columns}</span>.
            </p>
            <p className="mt-1.5">{rule} Nothing is changed before you have seen what would be.</p>
          </div>
        </div>
      )}
      {state.step === 'sending' && <Sending {...state} />}
      {checked && (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted wrap-anywhere">{checked.file.name}</p>
          {checked.file.parts.length > 1 && (
            <p className="text-sm">
              This file is imported in {checked.file.parts.length} parts of up to 10,000 rows. Each
              is stored as a whole; if one fails, those before it stay.
            </p>
          )}
          {checked.fault && <Fault>{checked.fault}</Fault>}
          <ResultView result={checked.result} countText={count} />
        </div>
      )}
      {state.step === 'applied' && <ResultView result={state.result} countText={count} />}
    </Dialog>
  );
};
