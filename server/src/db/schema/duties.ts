import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { desks } from './campus.ts';
import { bytea, created, id, idOf, timestamptz } from './columns.ts';
import { users } from './people.ts';

/** Codes that enrol a desk's computer, once and within ten minutes. */
export const deskEnrolments = pgTable(
  'desk_enrolments',
  {
    id: id(),
    codeHash: bytea().notNull(),
    deskId: idOf(() => desks),
    name: text().notNull(),
    createdBy: idOf(() => users),
    createdAt: created(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (t) => [uniqueIndex('desk_enrolments_code').on(t.codeHash)],
);

/** Without a guard, a computer only shows the desk's lists. */
export const deskComputers = pgTable(
  'desk_devices',
  {
    id: id(),
    deskId: idOf(() => desks),
    name: text().notNull(),
    secretHash: bytea().notNull(),
    enrolledBy: idOf(() => users),
    createdAt: created(),
    lastSeenAt: created(),
    revokedAt: timestamptz(),
    /** Times of the latest wrong PINs, oldest first. */
    pinFailedAt: timestamptz().array().notNull().default(sql`'{}'`),
  },
  (t) => [uniqueIndex('desk_devices_secret').on(t.secretHash)],
);

/** Shifts of guards at computers. */
export const duties = pgTable(
  'duties',
  {
    id: id(),
    deskId: idOf(() => desks),
    deviceId: idOf(() => deskComputers),
    guardId: idOf(() => users),
    begunAt: timestamptz().notNull(),
    begunBy: text({ enum: ['code', 'pin'] }).notNull(),
    /** The guard's last action here; the shift locks after idle minutes. */
    activeAt: timestamptz().notNull(),
    lockedAt: timestamptz(),
    endedAt: timestamptz(),
    endedBy: text({ enum: ['guard', 'relieved', 'expired', 'revoked'] }),
    /** When the guard said that it was another person. */
    disputedAt: timestamptz(),
    /** The desk's figures at the end of the shift. */
    figures: jsonb(),
  },
  (t) => [
    uniqueIndex('duties_one_open_per_device').on(t.deviceId).where(sql`ended_at IS NULL`),
    index('duties_by_time').on(t.begunAt),
    check('duties_begun_by', sql`begun_by IN ('code', 'pin')`),
    check('duties_ended_by', sql`ended_by IN ('guard', 'relieved', 'expired', 'revoked')`),
    check('duties_ended_whole', sql`num_nulls(ended_at, ended_by) IN (0, 2)`),
  ],
);

/** A scrypt hash with its salt. */
export const dutyPins = pgTable('duty_pins', {
  userId: text()
    .primaryKey()
    .references(() => users.id),
  hash: text().notNull(),
  changedAt: created(),
});

/** Wrong PINs of a guard at a computer since the last correct one. */
export const dutyPinFailures = pgTable(
  'duty_pin_failures',
  {
    userId: idOf(() => users),
    deviceId: idOf(() => deskComputers),
    failures: integer().notNull(),
    lockedUntil: timestamptz(),
  },
  (t) => [uniqueIndex('duty_pin_failures_of').on(t.userId, t.deviceId)],
);

/** Notes for the next shift at a desk; an unread one is overwritten. */
export const shiftNotes = pgTable(
  'shift_notes',
  {
    id: id(),
    deskId: idOf(() => desks),
    text: text().notNull(),
    writtenBy: idOf(() => users),
    writtenAt: timestamptz().notNull(),
    readBy: text().references(() => users.id),
    readAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('shift_notes_one_unread').on(t.deskId, t.writtenBy).where(sql`read_at IS NULL`),
    index('shift_notes_of_desk').on(t.deskId, t.writtenAt),
    check('shift_notes_read_whole', sql`(read_by IS NULL) = (read_at IS NULL)`),
  ],
);
