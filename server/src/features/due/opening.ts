import type { OpeningHours } from '@keydesk/shared/due/calendar';
import type { Opening } from '@keydesk/shared/due/calendar-routes';
import { appError } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import { transact } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { announceDue, type DueDeps, requireCurrent } from './announce.ts';
import type { DueDefaults } from './current-due.ts';
import {
  knowsTimezone,
  lockDue,
  readDue,
  type StoredDue,
  storeOpening,
  versionOf,
} from './queries.ts';

export type OpeningDeps = DueDeps & { defaults: DueDefaults };

type StoredOpening = {
  hours: OpeningHours[];
  timezone: string;
  reminderTime: string;
  /** What a change can be based on. */
  version: string;
};

/** The opening hours and the time zone, as stored or as they are until something is. */
export async function readOpening({ db, defaults }: OpeningDeps): Promise<StoredOpening> {
  return presentOpening(await readDue(db), defaults);
}

function presentOpening({ hours, timezone }: StoredDue, defaults: DueDefaults): StoredOpening {
  const opening = { hours, timezone: timezone ?? defaults.timezone };
  return { ...opening, reminderTime: defaults.reminderTime, version: versionOf(opening) };
}

/**
 * Replaces the opening hours and the time zone. What is out stays due as promised.
 * @throws CALENDAR_CHANGED, UNKNOWN_TIMEZONE
 */
export async function saveOpening(
  deps: OpeningDeps,
  admin: User,
  { version, ...after }: Opening,
): Promise<StoredOpening> {
  if (!(await knowsTimezone(deps.db, after.timezone)))
    throw appError('UNKNOWN_TIMEZONE', after.timezone);
  await transact(deps.db, async (tx) => {
    await lockDue(tx);
    const before = presentOpening(await readDue(tx), deps.defaults);
    requireCurrent(version, before.version);
    await storeOpening(tx, after);
    await recordAudit(tx, {
      action: 'change-opening-hours',
      actorId: admin.id,
      details: { before: { hours: before.hours, timezone: before.timezone }, after },
    });
  });
  await announceDue(deps);
  return readOpening(deps);
}
