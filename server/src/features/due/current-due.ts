import { createHash } from 'node:crypto';
import { appError } from '@keydesk/shared/core/errors';
import type { Calendar, CampusDay, OpeningHours } from '@keydesk/shared/due/calendar';
import type { DueRule } from '@keydesk/shared/due/due-for';
import type { FastifyBaseLogger } from 'fastify';
import { type Watched, watchVersioned } from '../../core/jobs.ts';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import type { Connection, Database, Transaction } from '../../db/client.ts';
import { campusDays } from '../../db/schema.ts';
import { type KeyRow, presentKey } from '../keys/index.ts';

/** Calendar and due rules, kept in memory so that a hand-out need not read them (`live-due`). */
export type CurrentDue = {
  calendar(): Calendar;
  /** In force, newest first for the same scope. */
  rules(): readonly DueRule[];
};

export type WatchedDue = CurrentDue & Pick<Watched<unknown>, 'refresh' | 'onChange' | 'stop'>;

/** Used until an admin saves something else. */
export type DueDefaults = { timezone: string; reminderTime: string };

export function dueDefaultsOf({ campusTimezone, reminderTime }: ConfiguredTimes): DueDefaults {
  return { timezone: campusTimezone, reminderTime };
}

type ConfiguredTimes = { campusTimezone: string; reminderTime: string };

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

export type DueDeps = { db: Database; publisher: Publisher; due: WatchedDue };

/** Call it after a committed change of calendar or rules: notifies all processes and pages. */
export async function announceDue({ due, publisher }: DueDeps): Promise<void> {
  await due.refresh();
  publisher.campusChanged('due');
}

/** Call it after a committed change of due times: updates pages and notifies holders. */
export function announceMoved(
  publisher: Publisher,
  keys: readonly KeyRow[],
  deliveries: readonly NotificationDelivery[],
): void {
  publisher.keysChanged(
    keys.map((row) => ({
      action: 'update',
      key: presentKey(row, 'desk'),
      ...(row.holderId && { requestingUserId: row.holderId }),
    })),
  );
  publisher.notified(deliveries);
}

/** What is replaced as a whole, with a version of its content. */
type Replaced = 'opening' | 'days';

/**
 * Checks that a change is based on the stored version or on one that only the same person has
 * replaced since. Otherwise another person's change would be lost.
 */
export async function requireCurrent(
  tx: Transaction,
  what: Replaced,
  { read, current, by }: { read: string | undefined; current: { version: string }; by: string },
): Promise<void> {
  if (read === undefined || read === current.version) return;
  const last = await readOwnEdits(tx, what, by, current.version);
  if (!last.includes(read)) throw appError('CALENDAR_CHANGED').withDetails({ current });
}

const maxOwnEdits = 50;

export async function noteReplaced(
  tx: Transaction,
  what: Replaced,
  { from, to, by }: { from: string; to: string; by: string },
): Promise<void> {
  const before = await readOwnEdits(tx, what, by, from);
  const edits: OwnEdits = { by, to, replaced: [...before, from].slice(-maxOwnEdits) };
  await tx.query(
    `INSERT INTO installation (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [`${what}-edits`, JSON.stringify(edits)],
  );
}

/** A chain of versions replaced by one person, up to the current one. */
type OwnEdits = { by: string; to: string; replaced: string[] };

/** Empty if another person made the last change. */
async function readOwnEdits(
  tx: Transaction,
  what: Replaced,
  by: string,
  version: string,
): Promise<string[]> {
  const rows = await tx.rows<{ value: string }>('SELECT value FROM installation WHERE name = $1', [
    `${what}-edits`,
  ]);
  const edits: OwnEdits | undefined = rows[0] && JSON.parse(rows[0].value);
  return edits?.by === by && edits.to === version ? edits.replaced : [];
}

/** The name under which the time zone is stored once an admin has saved it. */
export const timezoneName = 'campus-timezone';

const hoursText = `(SELECT coalesce(json_agg(json_build_object(
    'weekday', weekday, 'opens', opens, 'closes', closes) ORDER BY weekday), '[]')
  FROM opening_hours)`;
const daysText = `(SELECT coalesce(json_agg(json_strip_nulls(json_build_object(
    'day', day, 'kind', kind, 'closes', closes, 'label', label)) ORDER BY day), '[]')
  FROM campus_days WHERE ended_at IS NULL)`;
const timezoneText = `(SELECT value FROM installation WHERE name = '${timezoneName}')`;
const rulesText = `(SELECT coalesce(json_agg(json_build_object(
    'id', id, 'scope', scope, 'scopeId', scope_id, 'kind', kind, 'amount', amount,
    'ceiling', ceiling, 'extensions', extensions, 'extendMinutes', extend_minutes,
    'graceMinutes', grace_minutes, 'note', note) ORDER BY created_at DESC, id DESC), '[]')
  FROM due_rules WHERE ended_at IS NULL)`;

type StoredCalendar = { timezone: string | null; hours: OpeningHours[]; days: CampusDay[] };

/** `version` changes with any of the content. */
export type StoredDue = StoredCalendar & { rules: DueRule[]; version: string };

export async function readDue(db: Connection): Promise<StoredDue> {
  const stored = await db.first<Omit<StoredDue, 'version'>>({
    name: 'due',
    text: `SELECT ${hoursText} AS hours, ${daysText} AS days, ${timezoneText} AS timezone,
                  ${rulesText} AS rules`,
  });
  if (!stored) throw new Error('The calendar could not be read');
  return { ...stored, version: versionOf(stored) };
}

/** A hash of the value's JSON. */
export function versionOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

/** Serializes changes of the calendar and the rules; hand-outs read neither table. */
export async function lockDue(tx: Transaction): Promise<void> {
  await tx.query('LOCK TABLE opening_hours, campus_days, due_rules IN SHARE ROW EXCLUSIVE MODE');
}

/** Whether PostgreSQL knows this time zone, too. */
export async function knowsTimezone(db: Connection, name: string): Promise<boolean> {
  const unknown = '22023';
  return db.query('SELECT now() AT TIME ZONE $1', [name]).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === unknown) return false;
      throw error;
    },
  );
}

export async function storeOpening(
  tx: Transaction,
  { hours, timezone }: { hours: readonly OpeningHours[]; timezone: string },
): Promise<void> {
  await tx.query('DELETE FROM opening_hours');
  await tx.query(
    `INSERT INTO opening_hours (weekday, opens, closes)
     SELECT * FROM json_to_recordset($1::json) AS h (weekday smallint, opens text, closes text)`,
    [JSON.stringify(hours)],
  );
  await tx.query(
    `INSERT INTO installation (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [timezoneName, timezone],
  );
}

type ReplacedDays = {
  ended: readonly string[];
  added: readonly (typeof campusDays.$inferInsert)[];
  by: string;
};

export async function replaceDays(
  tx: Transaction,
  { ended, added, by }: ReplacedDays,
): Promise<void> {
  const before = await readDue(tx);
  await tx.query(
    'UPDATE campus_days SET ended_at = now() WHERE ended_at IS NULL AND day = ANY($1::date[])',
    [ended],
  );
  if (added.length > 0) await tx.orm.insert(campusDays).values([...added]);
  const after = await readDue(tx);
  const [from, to] = [versionOf(before.days), versionOf(after.days)];
  await noteReplaced(tx, 'days', { from, to, by });
}
