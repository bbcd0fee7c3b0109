import type { Key, StorageLocation } from '@keydesk/shared/keys/key';
import type { LoggedHandover } from '@keydesk/shared/loans/loan';
import {
  type IdentifiedBy,
  identifications,
  isCollected,
  returnTypes,
} from '@keydesk/shared/loans/loan-kinds';
import { t } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t as kindText } from '@keydesk/shared/texts/en/loan-kinds';
import { storageLocationText, useDesks } from '../../../lib/campus.ts';
import { untilText } from '../../../lib/due.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { KeyNumber, WholeNumbers } from '../../../ui/record-link.tsx';
import { KeyDetailsLink } from '../../keys/key-parts.tsx';
import { settledText, undoneText } from '../../keys/loan-item.tsx';
import { resultTitles } from './handover-result.ts';
import { type Undoable, UndoButton, useMayUndo } from './undo-handover.tsx';

/** The log merged with what has happened here since it was read, newest first. */
export function withLatest(log: readonly LogEntry[], latest: readonly LogEntry[]): LogEntry[] {
  const known = new Set(log.flatMap(identitiesOf));
  const oldest = log.at(-1)?.at ?? '';
  const unknown = latest.filter(
    (entry) => entry.at >= oldest && !identitiesOf(entry).some((id) => known.has(id)),
  );
  return [...unknown, ...log].sort((one, other) => other.at.localeCompare(one.at));
}

/** By id, because a key's number may change between two reads. */
function identitiesOf({ keyIds, at }: LogEntry): string[] {
  return keyIds.map((keyId) => `${at} ${keyId}`);
}

export type LogEntry = {
  kind: 'handed-over' | 'returned' | 'collected';
  keyIds: readonly string[];
  keyNumbers: readonly string[];
  /** In the order of the keys; empty for entries from the key list. */
  loanIds: readonly string[];
  keyName: string;
  holderName: string;
  guardId: string | null;
  guardName: string | null;
  deskId: string | null;
  deskName: string | null;
  undone?: LoggedHandover['undoing'];
  disputed?: true;
  settled?: LoggedHandover['settled'];
  identifiedBy?: IdentifiedBy | null;
  /** When it was entered, if later. */
  recordedAt?: string | null | undefined;
  /** Where the key belongs; empty for a batch. */
  place: StorageLocation;
  at: string;
};

/** Unique per line. */
export function logEntryKey({ at, kind, keyIds, holderName, undone }: LogEntry): string {
  // A corrected loan has the start of the loan that it replaces, and a confirmed return is valid
  // again from the time of the undone one.
  return `${at} ${kind} ${keyIds.join()} ${holderName} ${undone?.undoneAt ?? ''}`;
}

export function toLogEntries(handovers: readonly LoggedHandover[]): LogEntry[] {
  const batches = new Map<string, LoggedHandover[]>();
  const lines = handovers.flatMap((handover) => {
    const line = [handover];
    const isBatch = handover.returnType && returnTypes[handover.returnType].isBatch;
    if (!isBatch || handover.undone) return [line];
    const id = `${handover.at} ${handover.guard.id}`;
    const known = batches.get(id);
    if (known) {
      known.push(handover);
      return [];
    }
    batches.set(id, line);
    return [line];
  });
  return lines.flatMap(toEntry);
}

function toEntry(line: readonly LoggedHandover[]): LogEntry[] {
  const [first] = line;
  if (!first) return [];
  const { kind, returnType, key, holder, guard, desk, at, undoing, identifiedBy } = first;
  const entry: LogEntry = {
    kind:
      kind === 'hand-out'
        ? 'handed-over'
        : isCollected(returnType) && !enteredText(identifiedBy)
          ? 'collected'
          : 'returned',
    keyIds: line.map(({ key: { id } }) => id),
    keyNumbers: line.map(({ key: { keyNumber } }) => keyNumber),
    loanIds: line.map(({ loanId }) => loanId),
    keyName: key.keyName,
    holderName: holder.name,
    guardId: guard.id,
    guardName: guard.name,
    deskId: desk?.id ?? null,
    deskName: desk?.name ?? null,
    undone: undoing,
    ...(line.some(({ disputed }) => disputed) && { disputed: true }),
    settled: line.find(({ settled }) => settled)?.settled,
    identifiedBy,
    recordedAt: first.recordedAt,
    place:
      line.length === 1 ? { deskId: key.deskId ?? undefined, hook: key.hook ?? undefined } : {},
    at,
  };
  return [entry];
}

/** 'from paper'; null for what was recorded at once. */
function enteredText(identifiedBy: IdentifiedBy | null = null): string | null {
  const row = identifiedBy && identifications[identifiedBy];
  return row?.isEntered ? kindText(row.label) : null;
}

type LogEntryItemProps = {
  entry: LogEntry;
  /** The key of the line if it is the only one: its number opens the details. */
  item?: Key | undefined;
  onUndone?: (undone: Undoable) => void;
  /** Keys that were handed over later, which excludes an undo here. */
  movedOn?: readonly string[];
};

export function LogEntryItem({ entry, item, onUndone, movedOn = [] }: LogEntryItemProps) {
  const { kind, place, guardName, deskId, deskName, at, undone, disputed, settled } = entry;
  const undoables = useUndoables(entry).filter(({ keyId }) => !movedOn.includes(keyId));
  const desks = useDesks();
  const { head, numbers } = linesOf(entry);
  const out = kind === 'handed-over';
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 py-2">
      <div className="min-w-0 flex-1 basis-44">
        <p className={classNames('text-xl', undone && 'line-through')}>
          {item ? <KeyDetailsLink item={item} stretched /> : <KeyNumber number={head} />}
        </p>
        <p className="text-sm wrap-anywhere">
          <Dotted>
            <span className={undone ? 'text-muted' : out ? 'text-out' : 'text-available'}>
              {t(undone ? (out ? 'not-handed-over' : 'not-returned') : resultTitles[kind])}
            </span>
            {entry.holderName || entry.keyName}
            <time dateTime={at} className="whitespace-nowrap text-muted tabular-nums">
              {untilText(at)}
            </time>
            {disputed && <span className="font-semibold text-overdue">{keyText('disputed')}</span>}
          </Dotted>
        </p>
        <p className="text-sm text-muted wrap-anywhere empty:hidden">
          <Dotted>
            {numbers && <WholeNumbers>{numbers}</WholeNumbers>}
            {storageLocationText(place, desks)}
            {enteredText(entry.identifiedBy)}
            {guardName && t('by', { name: guardName })}
            {desks && deskName && deskId !== desks.here?.id && t('at-desk', { desk: deskName })}
          </Dotted>
        </p>
      </div>
      {onUndone && (
        <UndoButton undoables={undoables} onUndone={onUndone} className="relative -me-4" />
      )}
      {undone && (
        <p className="w-full text-sm text-muted wrap-anywhere">
          {undoneText(out ? 'hand-out' : 'return', undone, {
            settled,
            when: untilText(undone.undoneAt),
          })}
        </p>
      )}
      {settled && <p className="w-full text-sm text-muted wrap-anywhere">{settledText(settled)}</p>}
    </li>
  );
}

function useUndoables({ kind, keyIds, keyNumbers, loanIds, at, recordedAt, ...done }: LogEntry) {
  const mayUndo = useMayUndo();
  if (done.undone || !mayUndo(done)) return [];
  const handover = kind === 'handed-over' ? 'hand-out' : 'return';
  return loanIds.map(
    (loanId, index): Undoable => ({
      loanId,
      handover,
      at,
      recordedAt,
      keyId: keyIds[index] ?? '',
      keyNumber: keyNumbers[index] ?? '',
    }),
  );
}

function linesOf({ keyNumbers }: LogEntry): { head: string; numbers: string } {
  const [only, ...others] = keyNumbers;
  return only !== undefined && others.length === 0
    ? { head: only, numbers: '' }
    : { head: t('keys', { count: keyNumbers.length }), numbers: numbersText(keyNumbers) };
}

function numbersText(numbers: readonly string[]): string {
  return numbers.length > 3
    ? `${numbers.slice(0, 3).join(', ')} +${numbers.length - 3}`
    : numbers.join(', ');
}
