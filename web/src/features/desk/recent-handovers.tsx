import { ArrowDownLeft, ArrowUpRight, History } from 'lucide-react';
import { session } from '../../lib/session.ts';
import { createStore } from '../../lib/store.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { Card } from '../../ui/page.tsx';
import { type Outcome, outcomeLabel } from './scan/results.ts';

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** The last five handovers of this desk session, newest first. */
export function RecentHandoverList() {
  const outcomes = useRecentHandovers();
  return (
    <Card aria-labelledby="recent-handovers" className="pb-3">
      <h2 id="recent-handovers" className="text-lg font-semibold">
        Recent handovers
      </h2>
      {outcomes.length === 0 ? (
        <p className="flex items-center gap-2.5 py-4 text-muted">
          <History aria-hidden className="size-5 shrink-0" />
          Handovers of this session will be listed here.
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {outcomes.map((outcome) => (
            <RecentHandover key={identity(outcome)} outcome={outcome} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The last handovers of this desk session. */
function useRecentHandovers(): readonly Outcome[] {
  const { deskId, outcomes } = recentHandovers.use();
  return deskId === currentDesk() ? outcomes : [];
}

function currentDesk(): string | null {
  return session.get().user?.id ?? null;
}

function RecentHandover({ outcome }: { outcome: Outcome }) {
  const { head, below } = linesOf(outcome);
  const out = outcome.kind === 'handed-over';
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="key-number text-2xl leading-7 wrap-anywhere">{head}</p>
        <p className="truncate text-sm text-muted">{below}</p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <StatusPill
          tone={out ? 'out' : 'available'}
          icon={out ? <ArrowUpRight aria-hidden /> : <ArrowDownLeft aria-hidden />}
        >
          {outcomeLabel[outcome.kind]}
        </StatusPill>
        <time dateTime={outcome.at} className="text-sm text-muted tabular-nums">
          {timeFormat.format(new Date(outcome.at))}
        </time>
      </div>
    </li>
  );
}

function linesOf(outcome: Outcome) {
  return outcome.kind === 'batch-returned'
    ? { head: countText(outcome.keyNumbers.length), below: numbersText(outcome.keyNumbers) }
    : { head: outcome.keyNumber, below: outcome.personName };
}

function countText(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`;
}

function numbersText(numbers: readonly string[]): string {
  return numbers.length > 3
    ? `${numbers.slice(0, 3).join(', ')} +${numbers.length - 3}`
    : numbers.join(', ');
}

function identity(outcome: Outcome): string {
  return `${outcome.at} ${outcome.kind === 'batch-returned' ? outcome.keyNumbers.join() : outcome.keyNumber}`;
}

type DeskSession = { deskId: string | null; outcomes: readonly Outcome[] };

const maxShown = 5;

const recentHandovers = createStore<DeskSession>({ deskId: null, outcomes: [] });

/** Adds `outcome` at the front; a repeated scan returns its stored result and is listed once. */
export function withOutcome(outcomes: readonly Outcome[], outcome: Outcome): readonly Outcome[] {
  return [outcome, ...outcomes.filter((other) => !sameHandover(other, outcome))].slice(0, maxShown);
}

function sameHandover(one: Outcome, other: Outcome): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Adds a handover to this desk session, which ends when somebody else signs in. */
export function addRecentHandover(outcome: Outcome): void {
  const deskId = currentDesk();
  const { deskId: before, outcomes } = recentHandovers.get();
  recentHandovers.set({
    deskId,
    outcomes: withOutcome(before === deskId ? outcomes : [], outcome),
  });
}
