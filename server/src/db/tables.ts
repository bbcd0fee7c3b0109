import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { newId } from './new-id.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const id = () => text().primaryKey().$defaultFn(newId);
const moment = () => timestamp({ withTimezone: true, mode: 'date' });
const created = () => moment().notNull().default(sql`now()`);

/** People. A deleted person stays for the history; their addresses become free again. */
export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    name: text().notNull(),
    role: text({
      enum: ['admin', 'faculty', 'security', 'operator', 'responder', 'pending'],
    }).notNull(),
    department: text(),
    facultyId: text(),
    issuer: text().notNull(),
    subject: text().notNull(),
    isVerified: boolean().notNull().default(true),
    lastLogin: moment(),
    createdAt: created(),
    updatedAt: created(),
    deletedAt: moment(),
  },
  (t) => [
    uniqueIndex('users_identity').on(t.issuer, t.subject).where(sql`deleted_at IS NULL`),
    uniqueIndex('users_email').on(sql`lower(email)`).where(sql`deleted_at IS NULL`),
    uniqueIndex('users_faculty_id').on(sql`lower(faculty_id)`).where(sql`deleted_at IS NULL`),
    check(
      'users_role',
      sql`role IN ('admin', 'faculty', 'security', 'operator', 'responder', 'pending')`,
    ),
  ],
);

/** Signed-in browsers. Only hashes of the cookie's and the bearer's secret are kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id),
    cookieHash: bytea().notNull(),
    bearerHash: bytea().notNull(),
    createdAt: created(),
    /** At most a minute behind; how long a session lives is asked of the security settings. */
    lastActiveAt: created(),
    revokedAt: moment(),
  },
  (t) => [
    uniqueIndex('sessions_cookie').on(t.cookieHash),
    uniqueIndex('sessions_bearer').on(t.bearerHash),
    index('sessions_of_user').on(t.userId).where(sql`revoked_at IS NULL`),
  ],
);

/** Who signed in when, for the analytics: unlike the audit trail, never switched off. */
export const signIns = pgTable(
  'sign_ins',
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    at: created(),
  },
  (t) => [index('sign_ins_by_time').on(t.at)],
);

/** Physical keys. Whether one is available is asked of the loans, never stored here. */
export const keys = pgTable(
  'keys',
  {
    id: id(),
    keyNumber: text().notNull(),
    keyName: text().notNull(),
    location: text().notNull(),
    description: text().notNull().default(''),
    category: text().notNull().default('other'),
    department: text().notNull().default('COMMON'),
    block: text().notNull().default('A'),
    frequentlyUsed: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: created(),
    updatedAt: created(),
    deletedAt: moment(),
  },
  () => [uniqueIndex('keys_number').on(sql`lower(key_number)`).where(sql`deleted_at IS NULL`)],
);

/** Issued QR codes. `result` is the answer that a repeated scan by the same desk receives. */
export const codes = pgTable(
  'codes',
  {
    id: id(),
    type: text({ enum: ['key-request', 'key-return', 'batch-return'] }).notNull(),
    secretHash: bytea().notNull(),
    keyIds: text().array().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id),
    sessionId: text()
      .notNull()
      .references(() => sessions.id),
    issuedAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    usedBy: text().references(() => users.id),
    voidedAt: moment(),
    result: jsonb(),
  },
  (t) => [
    uniqueIndex('codes_secret').on(t.secretHash),
    uniqueIndex('codes_one_living_per_key')
      .on(t.userId, sql`(key_ids[1])`)
      .where(sql`used_at IS NULL AND voided_at IS NULL AND type <> 'batch-return'`),
    uniqueIndex('codes_one_living_batch')
      .on(t.userId)
      .where(sql`used_at IS NULL AND voided_at IS NULL AND type = 'batch-return'`),
    check('codes_used_by_whom', sql`(used_at IS NULL) = (used_by IS NULL)`),
    check('codes_used_or_voided', sql`used_at IS NULL OR voided_at IS NULL`),
  ],
);

/** One episode of a key being out. A key is unavailable exactly when it has an open loan. */
export const loans = pgTable(
  'loans',
  {
    id: id(),
    keyId: text()
      .notNull()
      .references(() => keys.id),
    holderId: text()
      .notNull()
      .references(() => users.id),
    takenAt: moment().notNull(),
    handedBy: text()
      .notNull()
      .references(() => users.id),
    returnedAt: moment(),
    returnType: text({ enum: ['own', 'collected', 'volunteer', 'batch'] }),
    returnedBy: text().references(() => users.id),
    receivedBy: text().references(() => users.id),
    returnReason: text(),
  },
  (t) => [
    uniqueIndex('loans_one_open_per_key').on(t.keyId).where(sql`returned_at IS NULL`),
    index('loans_of_key').on(t.keyId, t.returnedAt),
    index('loans_of_holder').on(t.holderId, t.takenAt),
    index('loans_by_time').on(t.takenAt),
    index('loans_by_return').on(t.returnedAt),
    check('loans_end_after_start', sql`returned_at >= taken_at`),
    check(
      'loans_closed_whole',
      sql`num_nulls(returned_at, return_type, returned_by, received_by) IN (0, 4)`,
    ),
    check('loans_return_type', sql`return_type IN ('own', 'collected', 'volunteer', 'batch')`),
  ],
);

/** What happened, by whom, to what: insert-only, but for the seal that each event gets once. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: moment().notNull().default(sql`clock_timestamp()`),
    action: text().notNull(),
    level: text({ enum: ['DEBUG', 'INFO', 'WARN', 'ERROR'] })
      .notNull()
      .default('INFO'),
    actorId: text(),
    subjectId: text(),
    keyId: text(),
    loanId: text(),
    method: text(),
    reason: text(),
    details: jsonb(),
    /** Place in the chain of seals: the order of sealing, not of ids. */
    position: bigint({ mode: 'number' }),
    hash: bytea(),
  },
  (t) => [
    index('audit_unsealed').on(t.id).where(sql`hash IS NULL`),
    uniqueIndex('audit_position').on(t.position),
    check('audit_sealed_whole', sql`(position IS NULL) = (hash IS NULL)`),
    index('audit_by_time').on(t.at),
    index('audit_of_key').on(t.keyId, t.at),
    index('audit_of_actor').on(t.actorId, t.at),
  ],
);

/** The newest seal of the audit trail: one row. */
export const auditChain = pgTable(
  'audit_chain',
  {
    id: boolean().primaryKey().default(true),
    position: bigint({ mode: 'number' }).notNull(),
    hash: bytea().notNull(),
  },
  () => [check('audit_chain_one_row', sql`id`)],
);

/** Seals of the last events that retention removed: where the remaining chain begins. */
export const auditCheckpoints = pgTable('audit_checkpoints', {
  position: bigint({ mode: 'number' }).primaryKey(),
  hash: bytea().notNull(),
  removed: integer().notNull(),
  madeAt: created(),
});

/** The security settings in force: one row once an admin has saved some, none before. */
export const securitySettings = pgTable(
  'security_settings',
  {
    id: boolean().primaryKey().default(true),
    settings: jsonb().notNull(),
    version: integer().notNull().default(1),
    /** Audit events of a lower rank are not recorded. */
    auditThreshold: integer().notNull(),
    updatedAt: created(),
  },
  () => [check('security_settings_one_row', sql`id`)],
);

/** Failed sign-ins by client network, in the form that the counting library expects. */
export const signInFailures = pgTable('sign_in_failures', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/** Requests of each person in their minute, in the same form; unlogged, as a minute is soon over. */
export const requestCounts = pgTable('request_counts', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/** Messages to one person. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    message: text().notNull(),
    type: text({
      enum: ['general', 'key_reminder', 'security_alert', 'system_alert', 'other'],
    })
      .notNull()
      .default('general'),
    priority: text({ enum: ['low', 'medium', 'high'] })
      .notNull()
      .default('medium'),
    createdAt: created(),
    readAt: moment(),
  },
  (t) => [
    index('notifications_of_user').on(t.userId, t.createdAt),
    index('notifications_unread').on(t.userId).where(sql`read_at IS NULL`),
  ],
);

/** Socket packets above PostgreSQL's notification size; the socket adapter reads and clears it. */
export const socketAttachments = pgTable('socket_io_attachments', {
  id: bigserial({ mode: 'number' }).unique(),
  createdAt: moment().default(sql`now()`),
  payload: bytea(),
});

/** Timed work that is done: one row for each job and moment at which it was due. */
export const jobRuns = pgTable(
  'job_runs',
  { job: text().notNull(), dueAt: moment().notNull(), doneAt: created() },
  (t) => [primaryKey({ columns: [t.job, t.dueAt] })],
);

/** Browsers that receive a person's notifications by web push, as long as their session lives. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    endpoint: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id),
    sessionId: text()
      .notNull()
      .references(() => sessions.id),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: created(),
  },
  (t) => [index('push_of_user').on(t.userId)],
);

/**
 * Days of the campus's calendar whose loans and active people are counted for good in `keyDays`,
 * `hourDays` and `userDays`. What changes their past deletes them here, and they are counted anew.
 */
export const closedDays = pgTable('closed_days', {
  day: date().primaryKey(),
  timezone: text().notNull(),
  starts: moment().notNull(),
  ends: moment().notNull(),
});

/** How often each key was handed out on a closed day. */
export const keyDays = pgTable(
  'key_days',
  { day: date().notNull(), keyId: text().notNull(), loans: integer().notNull() },
  (t) => [primaryKey({ columns: [t.day, t.keyId] })],
);

/** How often a department's keys were handed out in each local hour of a closed day. */
export const hourDays = pgTable(
  'hour_days',
  {
    day: date().notNull(),
    hour: integer().notNull(),
    department: text().notNull(),
    loans: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.hour, t.department] })],
);

/** Who was active on a closed day. */
export const userDays = pgTable(
  'user_days',
  { day: date().notNull(), userId: text().notNull() },
  (t) => [primaryKey({ columns: [t.day, t.userId] })],
);

/** Slices of a file that is being uploaded; unlogged, as an upload is soon over or sent again. */
export const importParts = pgTable(
  'import_parts',
  {
    uploadId: text().notNull(),
    part: integer().notNull(),
    userId: text().notNull(),
    text: text().notNull(),
    createdAt: created(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.part] })],
);

/** Small facts about the installation itself, such as generated secrets. */
export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
});
