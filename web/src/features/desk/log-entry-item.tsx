import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { spotText, useDesks } from '../../lib/desks.ts';
import { untilText } from '../../lib/due.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import type { LogEntry } from './handover-log.ts';
import { outcomeLabel } from './scan/results.ts';

type LogEntryItemProps = {
  entry: LogEntry;
  /** The number of its only key, where that opens the key's details. */
  number?: ReactNode;
};

/** One line of the log of handovers: key and person, hook and guard, what and when. */
export function LogEntryItem({ entry, number }: LogEntryItemProps) {
  const { kind, spot, guardName, deskName, at } = entry;
  const desks = useDesks();
  const timezone = useCampusTimezone();
  const { head, below } = linesOf(entry);
  const out = kind === 'handed-over';
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-36">
        <p className="text-[min(1.5rem,max(24px,8vw))] leading-7">
          {number ?? <KeyNumber number={head} />}
        </p>
        <p className="truncate text-sm text-muted">{below}</p>
        <p className="text-sm text-muted wrap-anywhere">
          <Facts>
            {spotText(spot, desks)}
            {guardName && `by ${guardName}`}
            {desks && deskName && `at ${deskName}`}
          </Facts>
        </p>
      </div>
      <div className="flex flex-col items-end gap-1">
        <StatusPill
          tone={out ? 'out' : 'available'}
          icon={out ? <ArrowUpRight aria-hidden /> : <ArrowDownLeft aria-hidden />}
        >
          {outcomeLabel[kind]}
        </StatusPill>
        <time dateTime={at} className="text-sm whitespace-nowrap text-muted tabular-nums">
          {untilText(at, serverNow(), timezone)}
        </time>
      </div>
    </li>
  );
}

function linesOf({ keyNumbers, keyName, holderName }: LogEntry) {
  const [only, ...others] = keyNumbers;
  return only !== undefined && others.length === 0
    ? { head: only, below: holderName || keyName }
    : { head: `${keyNumbers.length} keys`, below: numbersText(keyNumbers) };
}

function numbersText(numbers: readonly string[]): string {
  return numbers.length > 3
    ? `${numbers.slice(0, 3).join(', ')} +${numbers.length - 3}`
    : numbers.join(', ');
}
