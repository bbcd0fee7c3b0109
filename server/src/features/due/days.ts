import { type CampusDay, type OpeningHours, opensOn } from '@keydesk/shared/due/calendar';
import type { DaysInput } from '@keydesk/shared/due/calendar-routes';
import { appError } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import { type Connection, transact } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { announceDue, type DueDeps, requireCurrent } from './announce.ts';
import { endDays, insertDays, lockDue, readDue, versionOf } from './queries.ts';

type StoredDays = { days: CampusDay[]; version: string };

/** The closed and short days, with the version that a change can be based on. */
export async function readDays(db: Connection): Promise<StoredDays> {
  return presentDays(await readDue(db));
}

function presentDays({ days }: Pick<StoredDays, 'days'>): StoredDays {
  return { days, version: versionOf(days) };
}

/**
 * Replaces the closed and short days. Entries that are no longer listed, or differ, are ended; what is
 * out stays due as promised.
 * @throws CALENDAR_CHANGED, CLOSES_BEFORE_OPENING
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
    requireCurrent(version, before.version);
    const added = without(after, before.days);
    const ended = without(before.days, after);
    requireOpenBefore(added, hours);
    if (added.length + ended.length === 0) return;
    await endDays(
      tx,
      ended.map(({ day }) => day),
    );
    await insertDays(tx, added);
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

/** Entries that were there before stay as they are, whatever the hours are now. */
function requireOpenBefore(added: readonly GivenDay[], hours: readonly OpeningHours[]): void {
  for (const { day, closes } of added) {
    const opens = opensOn(day, { hours });
    if (closes && opens && closes <= opens) throw appError('CLOSES_BEFORE_OPENING', day, opens);
  }
}

/** The days that are not among the others in every respect. */
function without<D extends GivenDay>(days: readonly D[], others: readonly GivenDay[]): D[] {
  const known = new Set(others.map(textOf));
  return days.filter((day) => !known.has(textOf(day)));
}

function textOf({ day, kind, closes, label }: GivenDay): string {
  return JSON.stringify([day, kind, closes, label]);
}
