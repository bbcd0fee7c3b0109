import { ArrowDownLeft, ArrowUpRight, History } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { type Outcome, outcomeWord } from '../scan/outcome.ts';
import { useRecentHandovers } from './recent-handovers.ts';

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

const numbersText = (numbers: readonly string[]): string =>
  numbers.length > 3
    ? `${numbers.slice(0, 3).join(', ')} +${numbers.length - 3}`
    : numbers.join(', ');

const countText = (count: number): string => (count === 1 ? '1 key' : `${count} keys`);

const wordsOf = (outcome: Outcome) =>
  outcome.kind === 'batch-returned'
    ? { head: countText(outcome.keyNumbers.length), below: numbersText(outcome.keyNumbers) }
    : { head: outcome.keyNumber, below: outcome.personName };

const RecentHandover = ({ outcome }: { outcome: Outcome }) => {
  const { head, below } = wordsOf(outcome);
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
          {outcomeWord[outcome.kind]}
        </StatusPill>
        <time dateTime={outcome.at} className="text-sm text-muted tabular-nums">
          {clock.format(new Date(outcome.at))}
        </time>
      </div>
    </li>
  );
};

const identity = (outcome: Outcome): string =>
  `${outcome.at} ${outcome.kind === 'batch-returned' ? outcome.keyNumbers.join() : outcome.keyNumber}`;

/** The last handovers of this desk session, newest first. */
export const RecentHandoverList = () => {
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
};
