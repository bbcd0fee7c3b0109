import type { Key, StorageLocation } from '@keydesk/shared/keys/key';
import type { LoggedHandover } from '@keydesk/shared/loans/loan';
import { identifications, isCollected, returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { t } from '@keydesk/shared/texts/en/handovers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowDownLeft, ArrowUpRight, Undo2 } from 'lucide-react';
import { api, call } from '../../../lib/api.ts';
import { storageLocationText, useDesks } from '../../../lib/campus.ts';
import { serverNow } from '../../../lib/clock.ts';
import { useCampusTimezone } from '../../../lib/config.ts';
import { untilText } from '../../../lib/due.ts';
import { useUser } from '../../../lib/session.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/facts.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { DisputedPill, KeyDetailsLink } from '../../keys/key-parts.tsx';
import { settledText, undoneText } from '../../keys/loan-item.tsx';
import { resultTitles } from './handover-result.ts';
import { type Undoable, UndoButton, useMayUndo } from './undo-handover.tsx';

/** Enough for what a busy desk may still undo. */
const recentLimit = 50;

/**
 * The last handovers of all desks; undefined until they are known. Several computers may share an
 * account, so its own handovers are read too.
 */
export function useHandoverLog(): readonly LoggedHandover[] | undefined {
  return useQuery(recentHandoversQuery(useUser()?.id)).data;
}

/** Read again for the next guard. */
function recentHandoversQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['desk', 'recent-handovers', userId],
    queryFn: async ({ signal }) =>
      (await call(api.listHandovers, { query: { limit: recentLimit }, signal })).data.handovers,
    staleTime: Infinity,
    gcTime: 0,
    // A dispute, too, changes what a line says.
    meta: { staleOn: { key: () => true } },
  });
}

/** The log with what has happened here since it was read, newest first. */
export function withLatest(log: readonly LogEntry[], latest: readonly LogEntry[]): LogEntry[] {
  const known = new Set(log.flatMap(identitiesOf));
  const oldest = log.at(-1)?.at ?? '';
  const unknown = latest.filter(
    (entry) => entry.at >= oldest && !identitiesOf(entry).some((id) => known.has(id)),
  );
  return [...unknown, ...log].sort((one, other) => other.at.localeCompare(one.at));
}

/** By id: a key may get another number between two readings. */
function identitiesOf({ keyIds, at }: LogEntry): string[] {
  return keyIds.map((keyId) => `${at} ${keyId}`);
}

/** One line of the log: a handover, or all keys of a batch that came back together. */
export type LogEntry = {
  kind: 'handed-over' | 'returned' | 'collected';
  keyIds: readonly string[];
  keyNumbers: readonly string[];
  /** In the order of the keys; none of what the list of keys tells. */
  loanIds: readonly string[];
  keyName: string;
  holderName: string;
  guardId: string | null;
  guardName: string | null;
  deskId: string | null;
  deskName: string | null;
  /** The desk undid it. */
  undone?: LoggedHandover['undoing'];
  /** The holder of one of its keys says that it was not so. */
  disputed?: true;
  /** How that was settled. */
  settled?: LoggedHandover['settled'];
  /** It was written on paper and entered later. */
  fromPaper?: true | undefined;
  /** Where the key belongs; of a batch nothing is said. */
  spot: StorageLocation;
  at: string;
};

/** Tells a line from all others. */
export function logEntryKey({ at, kind, keyIds, holderName, undone }: LogEntry): string {
  // A corrected loan began at the same moment as the one that takes its place, and a return that was
  // right after all holds again from the moment of the one that was undone.
  return `${at} ${kind} ${keyIds.join()} ${holderName} ${undone?.undoneAt ?? ''}`;
}

/** The log's lines, in its order. */
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
  const { kind, returnType, key, holder, guard, desk, at, undoing } = first;
  const fromPaper = first.identifiedBy !== null && identifications[first.identifiedBy].isEntered;
  const entry: LogEntry = {
    kind:
      kind === 'hand-out'
        ? 'handed-over'
        : isCollected(returnType) && !fromPaper
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
    ...(fromPaper && { fromPaper }),
    spot: line.length === 1 ? { deskId: key.deskId ?? undefined, hook: key.hook ?? undefined } : {},
    at,
  };
  return [entry];
}

type LogEntryItemProps = {
  entry: LogEntry;
  /** Its only key, where its number opens the key's details. */
  item?: Key | undefined;
  /** Where a handover can be undone. */
  onUndone?: (undone: Undoable) => void;
  /** Keys that were handed over since, of which this can be undone no more. */
  movedOn?: readonly string[];
};

/** One line of the log of handovers: key and person, hook and guard, what and when. */
export function LogEntryItem({ entry, item, onUndone, movedOn = [] }: LogEntryItemProps) {
  const { kind, spot, guardName, deskName, at, undone, disputed, settled, fromPaper } = entry;
  const undoables = useUndoables(entry).filter(({ keyId }) => !movedOn.includes(keyId));
  const desks = useDesks();
  const timezone = useCampusTimezone();
  const { head, below } = linesOf(entry);
  const out = kind === 'handed-over';
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-36">
        <p
          className={classNames(
            'text-[min(1.5rem,max(24px,8vw))] leading-7',
            undone && 'line-through',
          )}
        >
          {item ? <KeyDetailsLink item={item} stretched /> : <KeyNumber number={head} />}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{below}</p>
        <p className="text-sm text-muted wrap-anywhere">
          <Facts>
            {storageLocationText(spot, desks)}
            {fromPaper && t('from-paper')}
            {guardName && t('by', { name: guardName })}
            {desks && deskName && t('at-desk', { desk: deskName })}
          </Facts>
        </p>
      </div>
      <div className="flex flex-col items-end gap-1">
        <StatusPill
          tone={undone ? 'neutral' : out ? 'out' : 'available'}
          icon={
            undone ? (
              <Undo2 aria-hidden />
            ) : out ? (
              <ArrowUpRight aria-hidden />
            ) : (
              <ArrowDownLeft aria-hidden />
            )
          }
        >
          {t(undone ? (out ? 'not-handed-over' : 'not-returned') : resultTitles[kind])}
        </StatusPill>
        {disputed && <DisputedPill />}
        <time dateTime={at} className="text-sm whitespace-nowrap text-muted tabular-nums">
          {untilText(at, serverNow(), timezone)}
        </time>
      </div>
      {undone && (
        <p className="w-full text-sm text-muted wrap-anywhere">
          {undoneText(
            out ? 'hand-out' : 'return',
            undone,
            untilText(undone.undoneAt, serverNow(), timezone),
          )}
        </p>
      )}
      {settled && <p className="w-full text-sm text-muted wrap-anywhere">{settledText(settled)}</p>}
      {onUndone && <UndoButton undoables={undoables} onUndone={onUndone} className="relative" />}
    </li>
  );
}

/** The handovers of its keys, where the reader may undo them. */
function useUndoables({ kind, keyIds, keyNumbers, loanIds, at, undone, ...done }: LogEntry) {
  const mayUndo = useMayUndo();
  if (undone || !mayUndo(done)) return [];
  const handover = kind === 'handed-over' ? 'hand-out' : 'return';
  return loanIds.map(
    (loanId, index): Undoable => ({
      loanId,
      handover,
      at,
      keyId: keyIds[index] ?? '',
      keyNumber: keyNumbers[index] ?? '',
    }),
  );
}

function linesOf({ keyNumbers, keyName, holderName }: LogEntry) {
  const [only, ...others] = keyNumbers;
  return only !== undefined && others.length === 0
    ? { head: only, below: holderName || keyName }
    : { head: t('keys', { count: keyNumbers.length }), below: numbersText(keyNumbers) };
}

function numbersText(numbers: readonly string[]): string {
  return numbers.length > 3
    ? `${numbers.slice(0, 3).join(', ')} +${numbers.length - 3}`
    : numbers.join(', ');
}
