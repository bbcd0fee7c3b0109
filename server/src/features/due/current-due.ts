import type { Calendar } from '@keydesk/shared/due/calendar';
import type { DueRule } from '@keydesk/shared/due/due-rule';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { type Watched, watchVersioned } from '../../platform/db/watch-versioned.ts';
import { readDue, type StoredDue } from './queries.ts';

/** A changed calendar or rule is known in every process within 5 s, announced or not (`live-due`). */
const refreshEveryMs = 4_000;

/** What decides when keys are due, in memory, so that a hand-out need not read it. */
export type CurrentDue = {
  calendar(): Calendar;
  /** Those in force; of two for the same thing the newer comes first. */
  rules(): readonly DueRule[];
};

export type WatchedDue = CurrentDue & Pick<Watched<unknown>, 'refresh' | 'onChange' | 'stop'>;

/** What holds until an admin saves something else. */
export type DueDefaults = { timezone: string; reminderTime: string };

export function dueDefaultsOf({ campusTimezone, reminderTime }: ConfiguredTimes): DueDefaults {
  return { timezone: campusTimezone, reminderTime };
}

type ConfiguredTimes = { campusTimezone: string; reminderTime: string };

/** Reads the calendar and the rules and keeps them up to date. */
export async function watchDue(
  db: Database,
  defaults: DueDefaults,
  log: FastifyBaseLogger,
): Promise<WatchedDue> {
  const read = async () => {
    const stored = await readDue(db);
    return { ...stored, calendar: toCalendar(stored, defaults) };
  };
  const { current, ...watched } = await watchVersioned(read, {
    name: 'due rules',
    everyMs: refreshEveryMs,
    log,
  });
  return { calendar: () => current().calendar, rules: () => current().rules, ...watched };
}

function toCalendar(
  { timezone, hours, days }: Omit<StoredDue, 'version' | 'rules'>,
  defaults: DueDefaults,
): Calendar {
  return { ...defaults, ...(timezone && { timezone }), hours, days };
}
