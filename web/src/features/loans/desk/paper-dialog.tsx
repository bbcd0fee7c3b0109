import { minuteMs } from '@keydesk/shared/core/dates';
import { momentText } from '@keydesk/shared/core/formats';
import type { Key } from '@keydesk/shared/keys/key';
import { maxPaperLines, type PaperLineResult, type WaitingLine } from '@keydesk/shared/loans/paper';
import { type Correction, correctionOf } from '@keydesk/shared/loans/shown-result';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { t as deskText } from '@keydesk/shared/texts/en/desk';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/paper';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Hourglass, Trash2, Undo2 } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/clock.ts';
import { campusTimezone, fromDateTimeField, toDateTimeField } from '../../../lib/format.ts';
import { forgetDraft, keepDraft, keptDraft } from '../../../lib/kept-draft.ts';
import { ActionButton, OfflineNotice, OnDutyButton } from '../../../ui/action-button.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { showError, showSuccess } from '../../../ui/toast/show-toast.ts';
import { useRefetchKeys } from '../../keys/queries.ts';
import { PersonPicker, PickedPerson } from '../../people/person-picker.tsx';
import { keyDisputesQuery, SaidInDispute } from '../lending/key-disputes.tsx';
import { paperQuery, refetchPaper, waitingTimesText } from '../paper-query.ts';

/** A line as typed; times in the format of their fields. */
type Row = { id: number; key: string; person: FoundPerson | null; out: string; back: string };

type PaperDialogProps = {
  open: boolean;
  onClose: () => void;
  keys: readonly Key[] | undefined;
};

/**
 * Enters handovers that were written on paper. First it previews what each line would record, then
 * it records them. Lines that cannot be recorded remain, and a draft is kept.
 */
export function PaperDialog({ open, onClose, keys }: PaperDialogProps) {
  const [rows, setRows] = useState(() => keptDraft<Row[]>(draftName)?.draft ?? orOneEmpty([]));
  const [tried, setTried] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const done = useRef<HTMLElement>(null);
  const [recorded, setRecorded] = useState<readonly Recorded[]>([]);
  const waiting = useQuery({ ...paperQuery, enabled: open }).data?.lines ?? [];
  const refetchKeys = useRefetchKeys();
  const client = useQueryClient();
  const checking = useMutation({ mutationFn: (lines: readonly Row[]) => send(lines, keys, false) });
  const recording = useMutation({
    mutationFn: (lines: readonly Row[]) => send(lines, keys, true),
    onSuccess: ({ lines, recorded: count }, sent) => {
      const asked = lines.filter(({ outcome }) => outcome === 'waits').length;
      if (count > 0 || asked === 0) showSuccess(t('lines-recorded', { count }));
      if (asked > 0) showSuccess(t('admin-asked', { count: asked }));
      refetchKeys();
      void refetchPaper(client);
      const now = sent.flatMap((row, index) => recordedAs(row, lines[index]) ?? []);
      const left = sent.filter((_, index) => lines[index]?.outcome === 'refused');
      flushSync(() => {
        setRecorded([...recorded, ...now]);
        change(orOneEmpty(left));
      });
      // The button that was pressed is disabled now.
      done.current?.focus();
      if (left.length > 0) checking.mutate(left);
      else forgetDraft(draftName);
    },
  });
  const undoing = useMutation({
    mutationFn: ({ loanId, handover }: Recorded) =>
      call(api.undoHandover, { params: { id: loanId }, body: { reason: 'mistake', handover } }),
    onSuccess: (_, undone) => {
      showSuccess(t('line-undone', undone));
      refetchKeys();
      // Undoing a hand-out also undoes its return.
      const isUndone = (line: Recorded) =>
        line === undone || (!undone.handover && line.loanId === undone.loanId);
      setRecorded(recorded.filter((line) => !isUndone(line)));
      const id = newRow(filled).id;
      const again = recorded.filter(isUndone).map(({ row }, index) => ({ ...row, id: id + index }));
      change([...filled, ...again]);
    },
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  const close = () => {
    setRecorded([]);
    onClose();
  };
  const change = (next: Row[]) => {
    setRows(next);
    setTried(false);
    checking.reset();
    recording.reset();
    keepDraft(draftName, { opened: [], draft: next });
  };
  const filled = rows.filter(isFilled);
  const results = checking.data?.lines;
  const countOf = (wanted: PaperLineResult['outcome']) =>
    results?.filter(({ outcome }) => outcome === wanted).length ?? 0;
  const [ready, waits] = [countOf('ready'), countOf('waits')];
  const isRecorded = (_: Row, index: number) => results?.[index]?.outcome === 'recorded-before';
  const firstFault = rows.findIndex(
    (row, index) => (tried && !isComplete(row)) || results?.[index]?.outcome === 'refused',
  );
  const busy = checking.isPending || recording.isPending || undoing.isPending;
  const check = () => {
    if (busy) return;
    change(orOneEmpty(filled));
    setTried(true);
    if (filled.length > 0 && filled.every(isComplete)) checking.mutate(filled);
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      unsaved={filled.length > 0}
      onDiscard={() => {
        change(orOneEmpty([]));
        forgetDraft(draftName);
        close();
      }}
      wide
      title={deskText('enter-from-paper')}
      description={t('enter-what-was-written')}
      actions={
        <>
          <ActionButton
            variant={ready + waits === 0 ? 'primary' : 'secondary'}
            busy={checking.isPending}
            onClick={check}
          >
            {t('check')}
          </ActionButton>
          <OnDutyButton
            disabled={ready + waits === 0}
            busy={recording.isPending}
            onClick={() => {
              if (!busy) recording.mutate(rows);
            }}
          >
            {t('send', { ready, waits })}
          </OnDutyButton>
        </>
      }
    >
      <OfflineNotice />
      {recorded.length > 0 && (
        <RecordedLines
          ref={done}
          lines={recorded}
          keys={keys}
          undoing={undoing.isPending ? undoing.variables : undefined}
          onUndo={(line) => {
            if (!busy) undoing.mutate(line);
          }}
        />
      )}
      {waiting.length > 0 && <WaitingLines lines={waiting} />}
      <div ref={list}>
        {rows.map((row, index) => (
          <PaperRow
            key={row.id}
            row={row}
            number={index + 1}
            keys={keys}
            incomplete={tried && !isComplete(row)}
            first={index === firstFault}
            result={results?.[index]}
            disabled={recording.isPending}
            onChange={(part) =>
              change(rows.map((one) => (one.id === row.id ? { ...one, ...part } : one)))
            }
            onRemove={
              rows.length > 1 ? () => change(rows.filter(({ id }) => id !== row.id)) : undefined
            }
          />
        ))}
      </div>
      <Button
        variant="secondary"
        className="mt-4"
        disabled={rows.length >= maxPaperLines || recording.isPending}
        onClick={() => {
          flushSync(() => change([...rows, newRow(rows)]));
          list.current?.querySelector<HTMLElement>('fieldset:last-child input')?.focus();
        }}
      >
        {t('add-line')}
      </Button>
      {rows.some(isRecorded) && (
        <Button
          variant="quiet"
          className="mt-4 ms-2"
          onClick={() => change(orOneEmpty(rows.filter((row, index) => !isRecorded(row, index))))}
        >
          {t('remove-recorded')}
        </Button>
      )}
      <ErrorNotice cause={checking.error ?? recording.error} className="mt-4" />
    </Dialog>
  );
}

/** A line recorded since the dialog opened; `handover` is set if only the return is left. */
type Recorded = {
  row: Row;
  loanId: string;
  keyId: string | undefined;
  keyNumber: string;
  handover: 'return' | undefined;
};

function recordedAs(row: Row, result: PaperLineResult | undefined): Recorded | undefined {
  if (result?.outcome !== 'recorded' || !result.loanId) return undefined;
  const handover = result.returned && ('return' as const);
  const keyNumber = result.key?.keyNumber ?? row.key;
  return { row, loanId: result.loanId, keyId: result.key?.id, keyNumber, handover };
}

/** The correction of a recorded line that the record contradicts now (`shown-result`). */
function contradictionOf(line: Recorded, keys: readonly Key[] | undefined): Correction | null {
  const { row, loanId, keyId = '', keyNumber } = line;
  const [handover, typed] = row.back
    ? (['return', row.back] as const)
    : (['hand-out', row.out] as const);
  const at = fromDateTimeField(typed);
  const holder = { id: row.person?.id, name: row.person?.name ?? '' };
  const key = keys && (keys.find(({ _id }) => _id === keyId) ?? null);
  const correction = correctionOf({ keyId, keyNumber, handover, loanId, holder, at }, key);
  return correction?.contradicts ? correction : null;
}

type RecordedLinesProps = {
  ref: Ref<HTMLElement>;
  lines: readonly Recorded[];
  keys: readonly Key[] | undefined;
  undoing: Recorded | undefined;
  onUndo: (line: Recorded) => void;
};

function RecordedLines({ ref, lines, keys, undoing, onUndo }: RecordedLinesProps) {
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="recorded-lines" className="mb-4 outline-none">
      <h3 id="recorded-lines" className="text-sm font-semibold text-muted">
        {t('recorded')}
      </h3>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <RecordedLine
            key={`${line.loanId} ${line.handover}`}
            line={line}
            keys={keys}
            busy={line === undoing}
            onUndo={onUndo}
          />
        ))}
      </ul>
    </section>
  );
}

type RecordedLineProps = Pick<RecordedLinesProps, 'keys' | 'onUndo'> & {
  line: Recorded;
  busy: boolean;
};

function RecordedLine({ line, keys, busy, onUndo }: RecordedLineProps) {
  const { row, loanId, keyId = '', keyNumber } = line;
  const textOf = (field: string) =>
    momentText(fromDateTimeField(field), serverNow(), campusTimezone.get());
  const contradiction = contradictionOf(line, keys);
  const isDisputed = keys?.some(({ _id, disputed }) => _id === keyId && disputed) ?? false;
  const { data: disputes } = useQuery({ ...keyDisputesQuery(keyId), enabled: isDisputed });
  const dispute = disputes?.find((one) => one.loanId === loanId && !one.settledAt);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{keyNumber}</p>
        <p className="text-sm text-muted wrap-anywhere">
          <Dotted>
            {row.person?.name}
            {t('was-out', { time: textOf(row.out) })}
            {row.back && t('was-back', { time: textOf(row.back) })}
          </Dotted>
        </p>
        {(dispute || contradiction) && (
          <p role="status" className="text-sm font-semibold text-overdue wrap-anywhere">
            {dispute ? keyText('disputed') : contradiction?.title}:{' '}
            {dispute ? <SaidInDispute dispute={dispute} /> : contradiction?.text}
          </p>
        )}
      </div>
      {!dispute && !contradiction && (
        <OnDutyButton
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={handoverText('undo-key', line)}
          onClick={() => onUndo(line)}
        >
          {!busy && <Undo2 aria-hidden className="size-4" />}
          {handoverText('undo')}
        </OnDutyButton>
      )}
    </li>
  );
}

/** Lines that await an admin. They are not recorded yet, so their keys can still be handed out. */
function WaitingLines({ lines }: { lines: readonly WaitingLine[] }) {
  return (
    <section aria-labelledby="waiting-lines" className="mb-4">
      <h3 id="waiting-lines" className="text-sm font-semibold text-muted">
        {t('waits-for-admin')}
      </h3>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="py-2">
            <p className="font-semibold wrap-anywhere">{line.key.keyNumber}</p>
            <p className="text-sm text-muted wrap-anywhere">
              <Dotted>
                {line.person.name}
                {waitingTimesText(line)}
              </Dotted>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const draftName = 'paper';

function newRow(rows: readonly Row[]): Row {
  const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
  return { id, key: '', person: null, out: '', back: '' };
}

function orOneEmpty(rows: Row[]): Row[] {
  return rows.length > 0 ? rows : [newRow([])];
}

function isFilled({ key, person, out, back }: Row): boolean {
  return key.trim() !== '' || person !== null || out !== '' || back !== '';
}

function isComplete({ key, person, out }: Row): boolean {
  return key.trim() !== '' && person !== null && out !== '';
}

async function send(rows: readonly Row[], keys: readonly Key[] | undefined, apply: boolean) {
  const lines = rows.map(({ key, person, out, back }) => ({
    key,
    person: person?.id ?? '',
    outAt:
      takenOf(out, namedIn(keys, key)) ?? fromDateTimeField(out, campusTimezone.get(), 'earlier'),
    ...(back && { backAt: fromDateTimeField(back) }),
  }));
  return (await call(api.enterPaper, { body: { lines, apply } })).data;
}

type PaperRowProps = {
  row: Row;
  number: number;
  keys: readonly Key[] | undefined;
  /** A check was tried while fields were missing. */
  incomplete: boolean;
  /** The first line that needs attention scrolls into view. */
  first: boolean;
  /** The server's result for the line in its present form. */
  result: PaperLineResult | undefined;
  disabled: boolean;
  onChange: (part: Partial<Row>) => void;
  /** Undefined for the only line. */
  onRemove: (() => void) | undefined;
};

function PaperRow({ row, number, keys, incomplete, first, result, ...props }: PaperRowProps) {
  const { disabled, onChange, onRemove } = props;
  const outField = useRef<HTMLInputElement>(null);
  const backField = useRef<HTMLInputElement>(null);
  const personPart = useRef<HTMLDivElement>(null);
  const now = toDateTimeField(serverNow());
  const named = namedIn(keys, row.key);
  const open = named && openLoanOf(named);
  const isEntered = row.person?.id === open?.person.id && row.out === open?.out;
  return (
    <fieldset
      disabled={disabled}
      className="mt-4 flex min-w-0 flex-col gap-3 border-t border-line pt-3 first:mt-0 first:border-t-0 first:pt-0"
    >
      <legend className="sr-only">{t('line', { number })}</legend>
      <div className="flex items-center justify-between gap-3">
        <p aria-hidden className="text-sm font-semibold text-muted">
          {t('line', { number })}
        </p>
        {onRemove && (
          <IconButton
            label={t('remove-line', { number })}
            icon={<Trash2 aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-3">
        <div>
          <TextField
            label={t('key')}
            autoComplete="off"
            value={row.key}
            hint={named?.keyName}
            onChange={({ target }) => onChange({ key: target.value })}
          />
          {open && !isEntered && (
            <Notice tone="info" className="mt-2">
              <p>{t('out-to', { name: open.person.name, since: open.since })}</p>
              <Button
                variant="secondary"
                size="small"
                className="mt-2"
                onClick={() => {
                  onChange({ person: open.person, out: open.out });
                  backField.current?.focus();
                }}
              >
                {t('it-came-back')}
              </Button>
            </Notice>
          )}
        </div>
        <div ref={personPart}>
          <p className="mb-1.5 text-sm font-semibold">{t('person')}</p>
          {row.person ? (
            <PickedPerson
              person={row.person}
              onChange={() => {
                flushSync(() => onChange({ person: null }));
                personPart.current?.querySelector('input')?.focus();
              }}
            />
          ) : (
            <PersonPicker
              onPick={(person) => {
                onChange({ person });
                outField.current?.focus();
              }}
            />
          )}
        </div>
        <TextField
          ref={outField}
          label={t('out-at')}
          type="datetime-local"
          max={now}
          value={row.out}
          onChange={({ target }) => onChange({ out: target.value })}
        />
        <TextField
          ref={backField}
          label={t('back-at')}
          type="datetime-local"
          max={now}
          value={row.back}
          onChange={({ target }) => onChange({ back: target.value })}
        />
      </div>
      {incomplete && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />} scrollsIntoView={first}>
          {t('incomplete')}
        </Notice>
      )}
      {result && <Verdict result={result} first={first} />}
    </fieldset>
  );
}

/** The recorded holder and hand-out time, for a line; undefined during a dispute. */
function openLoanOf({ takenBy, takenAt }: Key) {
  if (!takenBy || !takenAt || takenBy.disputed) return undefined;
  const { userId: id, name, email = '' } = takenBy;
  const person: FoundPerson = { id, name, email, department: null, facultyId: null };
  const out = toDateTimeField(Date.parse(takenAt));
  return { person, out, since: momentText(takenAt, serverNow(), campusTimezone.get()) };
}

function namedIn(keys: readonly Key[] | undefined, typed: string): Key | undefined {
  const number = typed.trim().toLowerCase();
  return keys?.find(({ keyNumber }) => keyNumber.toLowerCase() === number);
}

/** The minute of the present hand-out if typed; clocks that go back show it twice. */
function takenOf(typed: string, key: Key | undefined): string | undefined {
  const taken = Math.floor(Date.parse(key?.takenAt ?? '') / minuteMs) * minuteMs;
  const isTyped = !Number.isNaN(taken) && toDateTimeField(taken) === typed;
  return isTyped ? new Date(taken).toISOString() : undefined;
}

function Verdict({ result, first }: { result: PaperLineResult; first: boolean }) {
  const { outcome, message, against } = result;
  if (outcome === 'refused')
    return (
      <Notice tone="warning" icon={<CircleAlert aria-hidden />} scrollsIntoView={first}>
        {message}
      </Notice>
    );
  if (outcome === 'waits')
    return (
      <Notice tone="info" icon={<Hourglass aria-hidden />}>
        {message}
        {against && <p>{t('would-be-override', { reason: against })}</p>}
      </Notice>
    );
  return (
    <Notice tone="success" icon={<CircleCheck aria-hidden />}>
      {t(outcome === 'recorded-before' ? 'recorded-already' : 'can-be-recorded')}
      {against && <p>{t('is-override', { reason: against })}</p>}
    </Notice>
  );
}
