import type { Calendar } from '@keydesk/shared/due/calendar';
import type { DueRule } from '@keydesk/shared/due/due-rule';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { runEvery } from '../../platform/jobs/jobs.ts';
import { readDue, type StoredDue } from './queries.ts';

/** A changed calendar or rule is known in every process within 5 s, announced or not (`live-due`). */
const refreshEveryMs = 4_000;

/** What decides when keys are due, in memory, so that a hand-out need not read it. */
export type CurrentDue = {
  calendar(): Calendar;
  /** Those in force; of two for the same thing the newer comes first. */
  rules(): readonly DueRule[];
};

export type WatchedDue = CurrentDue & {
  /** Reads them again; if the database fails, the last known ones stay. */
  refresh(): Promise<void>;
  /** Calls back whenever a refresh found something new. */
  onChange(listener: () => void): void;
  stop(): void;
};

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
  let latest = await readDue(db);
  let calendar = toCalendar(latest, defaults);
  const listeners: (() => void)[] = [];
  const read = async (): Promise<void> => {
    const stored = await readDue(db);
    if (stored.version === latest.version) return;
    latest = stored;
    calendar = toCalendar(stored, defaults);
    for (const listener of listeners) listener();
  };
  // One after the other: a slow answer from before a change must not replace the one from after it.
  let queue = Promise.resolve();
  const refresh = (): Promise<void> => {
    queue = queue.then(read).catch((error: unknown) => log.warn({ err: error }, 'due rules'));
    return queue;
  };
  const stop = runEvery(refreshEveryMs, refresh, () => undefined);
  return {
    calendar: () => calendar,
    rules: () => latest.rules,
    refresh,
    onChange: (listener) => listeners.push(listener),
    stop,
  };
}

function toCalendar(
  { timezone, hours, days }: Omit<StoredDue, 'version' | 'rules'>,
  defaults: DueDefaults,
): Calendar {
  return { ...defaults, ...(timezone && { timezone }), hours, days };
}
