import { appError } from '@keydesk/shared/core/errors';
import type { CampusDay, OpeningHours } from '@keydesk/shared/due/calendar';
import type { DaysInput, Opening } from '@keydesk/shared/due/calendar-routes';
import { closingRefusal } from '@keydesk/shared/due/closing-time';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import { type Connection, transact } from '../../db/client.ts';
import {
  announceDue,
  type DueDefaults,
  type DueDeps,
  knowsTimezone,
  lockDue,
  noteReplaced,
  readDue,
  replaceDays,
  requireCurrent,
  type StoredDue,
  storeOpening,
  versionOf,
} from './current-due.ts';

export type OpeningDeps = DueDeps & { defaults: DueDefaults };

type StoredOpening = {
  hours: OpeningHours[];
  timezone: string;
  reminderTime: string;
  /** The version that a change must be based on. */
  version: string;
};

/** Returns the defaults until an admin saves opening hours and time zone. */
export async function readOpening({ db, defaults }: OpeningDeps): Promise<StoredOpening> {
  return presentOpening(await readDue(db), defaults);
}

function presentOpening({ hours, timezone }: StoredDue, defaults: DueDefaults): StoredOpening {
  const opening = { hours, timezone: timezone ?? defaults.timezone };
  return { ...opening, reminderTime: defaults.reminderTime, version: versionOf(opening) };
}

/** Replaces opening hours and time zone. Open loans keep their due times. */
export async function saveOpening(
  deps: OpeningDeps,
  admin: User,
  { version, ...after }: Opening,
): Promise<StoredOpening> {
  if (!(await knowsTimezone(deps.db, after.timezone)))
    throw appError('UNKNOWN_TIMEZONE', { name: after.timezone });
  await transact(deps.db, async (tx) => {
    await lockDue(tx);
    const before = presentOpening(await readDue(tx), deps.defaults);
    await requireCurrent(tx, 'opening', { read: version, current: before, by: admin.id });
    await storeOpening(tx, after);
    const { version: to } = presentOpening(await readDue(tx), deps.defaults);
    await noteReplaced(tx, 'opening', { from: before.version, to, by: admin.id });
    await recordAudit(tx, {
      action: 'change-opening-hours',
      actorId: admin.id,
      details: { before: { hours: before.hours, timezone: before.timezone }, after },
    });
  });
  await announceDue(deps);
  return readOpening(deps);
}

type StoredDays = { days: CampusDay[]; version: string };

export async function readDays(db: Connection): Promise<StoredDays> {
  return presentDays(await readDue(db));
}

function presentDays({ days }: Pick<StoredDays, 'days'>): StoredDays {
  return { days, version: versionOf(days) };
}

/**
 * Replaces the closed and short days. Missing and changed entries end; open loans keep their due
 * times.
 */
export async function saveDays(
  deps: DueDeps,
  admin: User,
  { days: after, version }: DaysInput,
): Promise<StoredDays> {
  await transact(deps.db, async (tx) => {
    await lockDue(tx);
    const { hours, days } = await readDue(tx);
    const before = presentDays({ days });
    await requireCurrent(tx, 'days', { read: version, current: before, by: admin.id });
    const added = without(after, before.days);
    const ended = without(before.days, after);
    // Existing entries are not validated again: opening hours may have changed since.
    for (const { day, closes } of added) {
      const refusal = closes && closingRefusal(day, closes, { hours, days: after });
      if (refusal) throw refusal;
    }
    if (added.length + ended.length === 0) return;
    await replaceDays(tx, { ended: ended.map(({ day }) => day), added, by: admin.id });
    await recordAudit(tx, {
      action: 'change-days',
      actorId: admin.id,
      details: { added, ended },
    });
  });
  await announceDue(deps);
  return readDays(deps.db);
}

type GivenDay = DaysInput['days'][number];

/** Compares every field. */
function without<D extends GivenDay>(days: readonly D[], others: readonly GivenDay[]): D[] {
  const known = new Set(others.map(textOf));
  return days.filter((day) => !known.has(textOf(day)));
}

function textOf({ day, kind, closes, label }: GivenDay): string {
  return JSON.stringify([day, kind, closes, label]);
}
