import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { useDesks } from '../../lib/desks.ts';
import { untilText } from '../../lib/due.ts';
import { StatusPill } from '../../ui/badge.tsx';
import type { LogEntry } from './handover-log.ts';
import { outcomeLabel } from './scan/results.ts';

type LogEntryItemProps = {
  entry: LogEntry;
  /** The number of its only key, where that opens the key's details. */
  number?: ReactNode;
};

/** One line of the log of handovers: key and person, hook and guard, what and when. */
export function LogEntryItem({ entry, number }: LogEntryItemProps) {
  const { kind, hook, guardName, deskName, at } = entry;
  const hasSeveralDesks = useDesks() !== null;
  const timezone = useCampusTimezone();
  const { head, below } = linesOf(entry);
  const out = kind === 'handed-over';
  const by = [hook, guardName && `by ${guardName}`, hasSeveralDesks && deskName]
    .filter(Boolean)
    .join(' · ');
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-36">
        <p className="key-number text-[min(1.5rem,max(24px,8vw))] leading-7 wrap-anywhere">
          {number ?? head}
        </p>
        <p className="truncate text-sm text-muted">{below}</p>
        {by && <p className="text-sm text-muted wrap-anywhere">{by}</p>}
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
  return keyNumbers.length === 1
    ? { head: keyNumbers[0], below: holderName || keyName }
    : { head: `${keyNumbers.length} keys`, below: numbersText(keyNumbers) };
}

function numbersText(numbers: readonly string[]): string {
  return numbers.length > 3
    ? `${numbers.slice(0, 3).join(', ')} +${numbers.length - 3}`
    : numbers.join(', ');
}
