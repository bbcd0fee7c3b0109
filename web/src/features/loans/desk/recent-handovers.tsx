import type { Key } from '@keydesk/shared/keys/key';
import { isUndoable } from '@keydesk/shared/loans/undo';
import { t } from '@keydesk/shared/texts/en/desk';
import { History } from 'lucide-react';
import { memo, useDeferredValue, useMemo } from 'react';
import { serverNow, useNow } from '../../../lib/clock.ts';
import { session, useUser } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { Card } from '../../../ui/page.tsx';
import {
  type LogEntry,
  LogEntryItem,
  logEntryKey,
  toLogEntries,
  withLatest,
} from './handover-log.tsx';
import { useHandoverLog } from './handover-log-query.ts';
import {
  correctionsOf,
  type HandoverResult,
  holderNamesOf,
  type KeyHandover,
  leftOf,
} from './handover-result.ts';

export function RecentHandoverList({ keys }: { keys: readonly Key[] | undefined }) {
  const entries = useRecentEntries(keys);
  const lines = useMemo(() => toLines(entries, keys), [entries, keys]);
  // A busy desk has dozens of them, and a scan's result shows before they are rendered.
  return <RecentHandovers lines={useDeferredValue(lines)} />;
}

type Line = { entry: LogEntry; item: Key | undefined; movedOn: readonly string[] };

const RecentHandovers = memo(function RecentHandovers({ lines }: { lines: readonly Line[] }) {
  // Times of today do not name their day.
  useNow();
  return (
    <Card aria-labelledby="recent-handovers" className="pb-2">
      <h2 id="recent-handovers" className="text-xl font-semibold">
        {t('recent-handovers')}
      </h2>
      {lines.length === 0 ? (
        <p className="flex items-center gap-2.5 py-4 text-muted">
          <History aria-hidden className="size-5 shrink-0" />
          {t('no-handovers-yet')}
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {lines.map((line) => (
            <LogEntryItem key={logEntryKey(line.entry)} {...line} onUndone={forgetHandover} />
          ))}
        </ul>
      )}
    </Card>
  );
});

function toLines(entries: readonly LogEntry[], keys: readonly Key[] = []): Line[] {
  return entries.map((entry, index) => ({
    entry,
    item: onlyKeyOf(entry, keys),
    movedOn: movedIn(entries.slice(0, index)),
  }));
}

function movedIn(newer: readonly LogEntry[]): readonly string[] {
  return newer.flatMap(({ undone, keyIds }) => (undone ? [] : keyIds));
}

function onlyKeyOf({ keyIds: [only, ...others] }: LogEntry, keys: readonly Key[]) {
  return others.length === 0 ? keys.find(({ _id }) => _id === only) : undefined;
}

/**
 * Read from the server, so they outlive this page and its shift. Until the server's answer has
 * them, this desk's memory and the key list fill in.
 */
function useRecentEntries(keys: readonly Key[] | undefined): readonly LogEntry[] {
  const logged = useHandoverLog();
  const own = useRecentHandovers();
  const guardName = useUser()?.name ?? null;
  return useMemo(() => {
    // The key list does not say who returned a key, nor to whom.
    const standing = own.flatMap((outcome) => standingPart(outcome, keys));
    const latest = lastHandovers(standing, logged ? [] : (keys ?? [])).map((outcome) =>
      toRememberedEntry(outcome, keys, standing.includes(outcome) ? guardName : null),
    );
    const now = serverNow();
    // Handovers that can be undone stay, however many came after them.
    return withLatest(toLogEntries(logged ?? []), latest).filter(
      ({ at, recordedAt }, index) =>
        index < maxRecentHandovers || isUndoable(Date.parse(recordedAt ?? at), now),
    );
  }, [logged, own, keys, guardName]);
}

/** The part of a remembered handover that was not undone; the server's log has the rest. */
function standingPart(outcome: HandoverResult, keys: readonly Key[] | undefined): HandoverResult[] {
  const undone = correctionsOf(outcome, keys).map((one) => (one?.state === 'undone' ? one : null));
  const left = leftOf(outcome, undone);
  return left ? [left] : [];
}

function useRecentHandovers(): readonly HandoverResult[] {
  const { deskId, outcomes } = recentHandovers.use();
  return deskId === currentDesk() ? outcomes : [];
}

function currentDesk(): string | null {
  return session.get().user?.id ?? null;
}

function toRememberedEntry(
  outcome: HandoverResult,
  keys: readonly Key[] | undefined,
  guardName: string | null,
): LogEntry {
  const entry = {
    loanIds: [],
    guardId: null,
    guardName,
    deskId: null,
    deskName: null,
    at: outcome.at,
  };
  if (outcome.kind === 'batch-returned') {
    return {
      ...entry,
      kind: 'returned',
      keyIds: keyIdsOf(outcome),
      keyNumbers: outcome.keys.map(({ keyNumber }) => keyNumber),
      keyName: '',
      holderName: holderNamesOf(outcome),
      place: {},
    };
  }
  const { kind, keyId, keyNumber, keyName, personName: holderName } = outcome;
  const { deskId, hook } = keys?.find(({ _id }) => _id === keyId) ?? {};
  const place = { deskId, hook };
  return { ...entry, kind, keyIds: [keyId], keyNumbers: [keyNumber], keyName, holderName, place };
}

type DeskSession = { deskId: string | null; outcomes: readonly HandoverResult[] };

const recentHandovers = createStore<DeskSession>({ deskId: null, outcomes: [] });

/** Adds a handover to this desk session, which ends when another person signs in. */
export function addRecentHandover(outcome: HandoverResult): void {
  const deskId = currentDesk();
  const { deskId: before, outcomes } = recentHandovers.get();
  recentHandovers.set({
    deskId,
    outcomes: [outcome, ...(before === deskId ? outcomes : [])].slice(0, maxRecentHandovers),
  });
}

/** Forgets an undone handover; the server's log has what is left of it. */
export function forgetHandover({ keyId, at }: Pick<KeyHandover, 'keyId' | 'at'>): void {
  const { deskId, outcomes } = recentHandovers.get();
  recentHandovers.set({
    deskId,
    outcomes: outcomes.flatMap((outcome) => withoutKey(outcome, keyId, at)),
  });
}

function withoutKey(outcome: HandoverResult, keyId: string, at: string): HandoverResult[] {
  if (outcome.at !== at || !keyIdsOf(outcome).includes(keyId)) return [outcome];
  if (outcome.kind !== 'batch-returned' || outcome.keys.length === 1) return [];
  return [{ ...outcome, keys: outcome.keys.filter((key) => key.keyId !== keyId) }];
}

const maxRecentHandovers = 5;

/** Newest first: this desk's own in full, and the last one of every other key from the key list. */
export function lastHandovers(
  own: readonly HandoverResult[],
  keys: readonly Key[],
): HandoverResult[] {
  const known = new Set(own.flatMap((outcome) => keyIdsOf(outcome).map(identityAt(outcome.at))));
  const others = keys
    .flatMap((key) => lastHandoverOf(key) ?? [])
    .filter(({ keyId, at }) => !known.has(identityAt(at)(keyId)));
  return [...own, ...others]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, maxRecentHandovers);
}

function keyIdsOf(outcome: HandoverResult): readonly string[] {
  return outcome.kind === 'batch-returned' ? outcome.keys.map((key) => key.keyId) : [outcome.keyId];
}

function identityAt(at: string) {
  return (keyId: string) => `${at} ${keyId}`;
}

function lastHandoverOf(key: Key): KeyHandover | null {
  const { _id: keyId, keyNumber, keyName, takenBy, takenAt, returnedAt } = key;
  const at = takenAt ?? returnedAt;
  if (!at) return null;
  const kind = takenAt ? 'handed-over' : 'returned';
  return { kind, keyId, keyNumber, keyName, personName: (takenAt && takenBy?.name) || '', at };
}
