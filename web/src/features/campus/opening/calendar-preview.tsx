import { maxDays } from '@keydesk/shared/due/calendar-routes';
import { plural } from '@keydesk/shared/plural';
import { CircleAlert } from 'lucide-react';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { dayText } from '../day-text.ts';
import type { StoredDays } from './queries.ts';
import type { CalendarFile, FoundDay } from './read-calendar-file.ts';

type CalendarPreviewProps = {
  file: CalendarFile;
  stored: StoredDays;
  /** The days that are not to be added. */
  left: ReadonlySet<string>;
  onLeave: (left: ReadonlySet<string>) => void;
};

/** What a calendar file would add; each day can be left out. */
export function CalendarPreview({ file, stored, left, onLeave }: CalendarPreviewProps) {
  const days = newDays(file, stored);
  const known = file.days.length - days.length;
  const toggle = (day: string) => onLeave(toggled(left, day));
  const notes = [
    known > 0 && `${plural(known, 'day is', 'days are')} listed already`,
    file.timed > 0 &&
      `${plural(file.timed, 'entry was', 'entries were')} left out, since they do not take a whole day`,
  ].filter(Boolean);
  return (
    <>
      {notes.length > 0 && <p className="text-sm text-muted">{notes.join('. ')}.</p>}
      {days.length === 0 && (
        <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
          The file has no new whole days in the next two years.
        </Notice>
      )}
      {stored.days.length + days.length > maxDays && (
        <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
          At most {maxDays} days can be listed.
        </Notice>
      )}
      {days.length > 0 && (
        <ul aria-label="Days in the file" className="divide-y divide-line">
          {days.map(({ day, label }) => (
            <li key={day}>
              <label className="flex min-h-14 cursor-pointer items-center gap-3 py-1.5">
                <input
                  type="checkbox"
                  checked={!left.has(day)}
                  onChange={() => toggle(day)}
                  className="size-5 shrink-0 cursor-pointer accent-accent"
                />
                <span className="min-w-0">
                  <span className="block font-medium wrap-anywhere">{label}</span>
                  <span className="block text-sm text-muted tabular-nums">
                    <Facts>{`${dayText(day)} · Closed`}</Facts>
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The days of the file that are not listed yet. */
export function newDays(file: CalendarFile, stored: StoredDays): FoundDay[] {
  const listed = new Set(stored.days.map(({ day }) => day));
  return file.days.filter(({ day }) => !listed.has(day));
}

function toggled(days: ReadonlySet<string>, day: string): ReadonlySet<string> {
  const next = new Set(days);
  if (!next.delete(day)) next.add(day);
  return next;
}
