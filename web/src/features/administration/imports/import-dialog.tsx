import {
  type NamedEntry,
  type NewPeopleRole,
  newPeopleRoles,
} from '@keydesk/shared/administration/imports';
import { campusLists, codePattern } from '@keydesk/shared/campus/campus';
import { listText, namesText } from '@keydesk/shared/core/formats';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/imports';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { FileSpreadsheet, School } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { saveFile } from '../../../lib/browser.ts';
import { useCampus } from '../../../lib/campus.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { type ImportKind, importKinds, templateOf } from './import-kinds.ts';
import { ResultView } from './import-result.tsx';
import { ColumnChoice, EncodingChoice } from './reading-steps.tsx';
import { type CheckedImport, type ImportState, linesToApply, useImport } from './use-import.ts';

type ImportDialogProps = {
  kind: ImportKind;
  open: boolean;
  onClose: () => void;
  onApplied: () => void;
};

/** Imports a CSV file: choose it, map it, review the changes, apply. */
export function ImportDialog({ kind, open, onClose, onApplied }: ImportDialogProps) {
  const importing = useImport(kind, onApplied);
  const { state, restart } = importing;
  const { title, count, columns, further } = importKinds[kind];
  const countText = (counted: number) => t(count, { count: counted });
  const [named, setNamed] = useNamedColumns(state);
  const close = () => {
    restart();
    onClose();
  };
  const checked = state.step === 'checked' ? state : null;
  const changes = checked ? linesToApply(checked).length : 0;
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
            <ActionButton onClick={() => void importing.check(state.file)}>
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
          {checked && checked.result.refused === 0 && changes > 0 && (
            <ActionButton onClick={() => void importing.apply(checked)}>{t('apply')}</ActionButton>
          )}
        </>
      }
    >
      {state.step === 'choosing' && (
        <Choosing kind={kind} error={state.error} onFile={(file) => void importing.choose(file)} />
      )}
      {state.step === 'reading' && (
        <EncodingChoice
          file={state.file}
          encoding={state.encoding}
          onChange={(encoding) => importing.readAs(state.file, encoding)}
        />
      )}
      {state.step === 'naming' && (
        <ColumnChoice
          columns={named}
          fields={{ ...columns, ...further }}
          error={state.error}
          onChange={setNamed}
        />
      )}
      {state.step === 'sending' && <UploadProgress {...state} />}
      {checked && (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted wrap-anywhere">{checked.file.name}</p>
          <ErrorNotice cause={checked.error} />
          <ReadColumns
            checked={checked}
            fields={{ ...columns, ...further }}
            onChange={() => importing.nameColumns(checked)}
          />
          <NewRole checked={checked} onChange={(role) => void importing.giveRole(checked, role)} />
          <UnknownEntries
            entries={checked.result.unknown ?? []}
            key={checked.said.create.length}
            onCreate={(entries) => void importing.create(checked, entries)}
          />
          {checked.said.create.length > 0 && (
            <p className="text-sm">{t('also-creates', { names: namesOf(checked.said.create) })}</p>
          )}
          <ResultView
            key={checked.said.create.length}
            result={checked.result}
            countText={countText}
            deselected={checked.deselected}
            onDeselect={(deselected) => importing.setDeselected(checked, deselected)}
          />
        </div>
      )}
      {state.step === 'applied' && <ResultView result={state.result} countText={countText} />}
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
            columns: namesText(Object.values(columns)),
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
      <p className="font-medium wrap-anywhere">
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
      <p className="mt-3 font-semibold">{t('drop-a-csv-file-here')}</p>
      <p className="mt-0.5 text-sm text-muted">{t('or')}</p>
      <FileButton
        label={t('csv-file')}
        accept=".csv,.txt,text/csv,text/plain"
        onFile={onFile}
        className="mt-3"
      >
        {t('choose-file')}
      </FileButton>
    </section>
  );
}

type ReadColumnsProps = {
  checked: CheckedImport;
  fields: Readonly<Record<string, string>>;
  onChange: () => void;
};

function ReadColumns({ checked, fields, onChange }: ReadColumnsProps) {
  const columns = checked.result.columns?.filter(({ heading }) => heading !== '');
  if (!columns) return null;
  const read = columns.flatMap(({ heading, field }) => {
    const ours = field === null ? t('column-left-out') : fields[field];
    return [ours === heading ? heading : `${heading} → ${ours}`];
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {t('read-as', { columns: namesText(read) })}
      </p>
      <Button variant="quiet" size="small" onClick={onChange}>
        {t('change-columns')}
      </Button>
    </div>
  );
}

type NewRoleProps = { checked: CheckedImport; onChange: (role: NewPeopleRole) => void };

function NewRole({ checked: { result, said }, onChange }: NewRoleProps) {
  const { withoutRole = 0 } = result;
  if (withoutRole === 0) return null;
  return (
    <SelectField
      label={t('new-without-role', { count: withoutRole })}
      options={newPeopleRoles.map((value) => ({ value, label: roleText(value) }))}
      value={said.newRole}
      onChange={onChange}
      className="sm:max-w-80"
    />
  );
}

type UnknownEntriesProps = {
  entries: readonly NamedEntry[];
  onCreate: (entries: readonly NamedEntry[]) => void;
};

/** Entries that the campus does not have, with the offer to create them in this import. */
function UnknownEntries({ entries, onCreate }: UnknownEntriesProps) {
  const [codes, setCodes] = useState<Readonly<Record<number, string>>>({});
  if (entries.length === 0) return null;
  const chosen = entries.map((entry, at) => {
    const code = (codes[at] ?? entry.code).trim();
    return { ...entry, code, ...(code !== entry.code && { label: entry.label ?? entry.code }) };
  });
  const isWrong = ({ code }: NamedEntry) => !codePattern.test(code.normalize('NFC'));
  return (
    <Notice tone="info" icon={<School aria-hidden />}>
      <p>{t('not-on-campus', { names: namesOf(entries) })}</p>
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer content-center">{t('change-codes')}</summary>
        <ul className="grid gap-3 py-2 text-ink sm:grid-cols-2">
          {entries.map((entry, at) => (
            <li key={`${entry.list} ${entry.code}`}>
              <TextField
                label={t('code-of', { list: entry.list, name: entry.label ?? entry.code })}
                value={codes[at] ?? entry.code}
                maxLength={20}
                error={
                  isWrong({ ...entry, code: (codes[at] ?? entry.code).trim() })
                    ? inputText('code-form')
                    : null
                }
                onChange={({ target }) => setCodes({ ...codes, [at]: target.value })}
              />
            </li>
          ))}
        </ul>
      </details>
      <ActionButton
        variant="secondary"
        size="small"
        disabled={chosen.some(isWrong)}
        onClick={() => onCreate(chosen)}
        className="mt-2"
      >
        {t('create', { count: entries.length })}
      </ActionButton>
    </Notice>
  );
}

/** Grouped by list: 'the departments HIST, LAW and the block Z'. */
function namesOf(entries: readonly NamedEntry[]): string {
  const groups = campusLists.flatMap((list) => {
    const names = entries.flatMap(({ list: of, code, label }) =>
      of === list ? [label ? `${label} (${code})` : code] : [],
    );
    if (names.length === 0) return [];
    return [t('named-entries', { list, count: names.length, names: namesText(names) })];
  });
  return listText(groups);
}
