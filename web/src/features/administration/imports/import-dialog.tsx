import { namesText } from '@keydesk/shared/core/formats';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t } from '@keydesk/shared/texts/en/imports';
import { FileSpreadsheet } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { saveFile } from '../../../lib/browser.ts';
import { useCampus } from '../../../lib/campus.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { type Reading, readingLabel } from './file-text.ts';
import { fieldLabels, type ImportKind, importKinds, templateOf } from './import-kinds.ts';
import { ImportQuestions } from './import-questions.tsx';
import { ResultView } from './import-result.tsx';
import { Leavers } from './leavers.tsx';
import { ColumnChoice, ReadingChoice } from './reading-steps.tsx';
import { type CheckedImport, type ImportState, linesToApply, useImport } from './use-import.ts';

type ImportDialogProps = {
  kind: ImportKind;
  open: boolean;
  onClose: () => void;
  onApplied: () => void;
};

/** Imports a CSV file or a workbook: choose it, map it, review the changes, apply. */
export function ImportDialog({ kind, open, onClose, onApplied }: ImportDialogProps) {
  const importing = useImport(kind, onApplied);
  const { state, restart } = importing;
  const { title, count } = importKinds[kind];
  const countText = (counted: number) => t(count, { count: counted });
  const [named, setNamed] = useNamedColumns(state);
  const close = () => {
    restart();
    onClose();
  };
  const checked = state.step === 'checked' ? state : null;
  const changes = checked ? linesToApply(checked).length + checked.left.ids.size : 0;
  return (
    <Dialog
      open={open}
      onClose={close}
      unsaved={state.step !== 'choosing' && state.step !== 'applied'}
      wide
      title={t(title)}
      actions={
        <>
          <Button variant={state.step === 'applied' ? 'primary' : 'secondary'} onClick={close}>
            {state.step === 'applied' ? actionText('done') : actionText('cancel')}
          </Button>
          {(checked || state.step === 'reading' || state.step === 'naming') && (
            <Button variant="secondary" onClick={restart}>
              {t('choose-another-file')}
            </Button>
          )}
          {state.step === 'reading' && (
            <ActionButton onClick={() => void importing.checkReading(state.file, state.reading)}>
              {actionText('continue')}
            </ActionButton>
          )}
          {state.step === 'naming' && (
            <ActionButton
              onClick={() => void importing.checkColumns(state.file, state.said, named)}
            >
              {actionText('continue')}
            </ActionButton>
          )}
          {checked && changes > 0 && (
            <ActionButton onClick={() => void importing.apply(checked)}>{t('apply')}</ActionButton>
          )}
        </>
      }
    >
      {state.step === 'choosing' && (
        <Choosing kind={kind} error={state.error} onFile={(file) => void importing.choose(file)} />
      )}
      {state.step === 'reading' && (
        <ReadingChoice
          file={state.file}
          reading={state.reading}
          onChange={(reading) => importing.readAs(state.file, reading)}
        />
      )}
      {state.step === 'naming' && (
        <ColumnChoice
          file={state.file}
          columns={named}
          headingLine={state.headingLine}
          fields={fieldLabels(kind)}
          error={state.error}
          onChange={setNamed}
          onHeadingLine={(headingLine) =>
            void importing.check(state.file, { ...state.said, headingLine })
          }
        />
      )}
      {state.step === 'sending' && <UploadProgress {...state} />}
      {checked && (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted wrap-anywhere">{checked.file.name}</p>
          <ErrorNotice cause={checked.error} />
          <HowRead
            checked={checked}
            fields={fieldLabels(kind)}
            onColumns={() => importing.nameColumns(checked)}
            onReading={(reading) => importing.readAs(checked.file, reading)}
          />
          {kind === 'users' && (
            <Leavers
              checked={checked}
              onEverybody={(everybody) => void importing.say(checked, { everybody })}
              onLeft={(left) => importing.setLeft(checked, left)}
            />
          )}
          <ImportQuestions checked={checked} onSay={(more) => void importing.say(checked, more)} />
          <ResultView
            checked={checked}
            result={checked.result}
            countText={countText}
            deselected={checked.deselected}
            onDeselect={(deselected) => importing.setDeselected(checked, deselected)}
          />
        </div>
      )}
      {state.step === 'applied' && <ResultView {...state} countText={countText} />}
    </Dialog>
  );
}

function useNamedColumns(state: ImportState) {
  const shown = state.step === 'naming' ? state.columns : null;
  const [named, setNamed] = useState({ shown, columns: shown ?? [] });
  if (shown && shown !== named.shown) setNamed({ shown, columns: shown });
  const columns = shown === named.shown ? named.columns : (shown ?? []);
  return [columns, (changed: typeof columns) => setNamed({ shown, columns: changed })] as const;
}

type ChoosingProps = { kind: ImportKind; error: string | null; onFile: (file: File) => void };

function Choosing({ kind, error, onFile }: ChoosingProps) {
  const campus = useCampus();
  const { columns, rule, title } = importKinds[kind];
  const saveTemplate = () => {
    void saveFile(new Response(templateOf(kind, campus)), `${title}-template.csv`);
  };
  return (
    <div className="flex flex-col gap-4">
      <ErrorNotice cause={error} />
      <FileDrop onFile={onFile} />
      <div className="text-sm text-muted">
        <p>
          {t.rich('first-line', {
            columns: namesText(Object.values(columns).map((heading) => headingText(heading))),
            ink: (chunks) => (
              <span key="columns" className="text-ink">
                {chunks}
              </span>
            ),
          })}
        </p>
        <p className="mt-1.5">
          {t(rule)} {t('nothing-is-changed')}
        </p>
      </div>
      <Button variant="quiet" size="small" className="self-start" onClick={saveTemplate}>
        {t('download-a-template')}
      </Button>
    </div>
  );
}

function UploadProgress({ fileName, dryRun }: ImportState & { step: 'sending' }) {
  return (
    <div role="status" className="flex flex-col gap-3 py-8">
      <p className="font-semibold wrap-anywhere">
        {t(dryRun ? 'checking' : 'importing', { fileName })}
      </p>
      <div
        role="progressbar"
        aria-label={t('progress')}
        className="h-1.5 animate-pulse rounded-full bg-accent"
      />
    </div>
  );
}

/** With .xls, whose message says what to do. */
const accepted =
  '.csv,.txt,.xlsx,.xls,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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
      aria-label={t('choose-a-file')}
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
      <p className="mt-3 font-semibold">{t('drop-a-file-here')}</p>
      <p className="mt-0.5 text-sm text-muted">{t('or')}</p>
      <FileButton label={t('table-file')} accept={accepted} onFile={onFile} className="mt-3">
        {t('choose-file')}
      </FileButton>
    </section>
  );
}

type HowReadProps = {
  checked: CheckedImport;
  fields: Readonly<Record<string, string>>;
  onColumns: () => void;
  onReading: (reading: Reading) => void;
};

/** How the file was read, where it could have been read in another way. */
function HowRead({ checked: { file, result }, fields, onColumns, onReading }: HowReadProps) {
  const columns = result.columns?.filter(({ heading }) => heading !== '');
  const read = columns?.map(({ heading, field }) => {
    const ours = (field === null ? t('column-left-out') : fields[field]) ?? heading;
    return ours === heading ? heading : fieldText('becomes', { before: heading, after: ours });
  });
  const { reading } = file;
  return (
    <>
      {read && (
        <ReadAs text={t('read-as', { columns: namesText(read) })} onChange={onColumns}>
          {t('change-columns')}
        </ReadAs>
      )}
      {reading && (
        <ReadAs text={readingLabel(reading)} onChange={() => onReading(reading)}>
          {t(reading.kind === 'sheet' ? 'change-sheet' : 'change-encoding')}
        </ReadAs>
      )}
    </>
  );
}

type ReadAsProps = { text: string; onChange: () => void; children: string };

function ReadAs({ text, onChange, children }: ReadAsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{text}</p>
      <Button variant="quiet" size="small" onClick={onChange}>
        {children}
      </Button>
    </div>
  );
}
