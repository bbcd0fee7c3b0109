import { z } from 'zod';
import { dataEnvelope, messageEnvelope, route } from '../http/route.ts';
import { instantSchema } from '../id.ts';
import { permissions } from '../users/permissions.ts';

/** What an admin sees of the installation on the System page. */
export const systemSchema = z.object({
  version: z.string(),
  environment: z.enum(['local', 'dev', 'pro']),
  timezone: z.string(),
  /** Migrations that the database has had. */
  schema: z.int(),
  database: z.object({
    version: z.string(),
    bytes: z.int(),
    /** Keydesk runs its own PostgreSQL, instead of using `DATABASE_URL`. */
    embedded: z.boolean(),
  }),
  backup: z.object({
    /** How many are kept; null when none are scheduled. */
    keep: z.int().nullable(),
    last: z.object({ at: instantSchema, file: z.string(), bytes: z.int() }).nullable(),
    /** The last failure since then. */
    failure: z.object({ at: instantSchema, reason: z.string() }).nullable(),
  }),
  /** Since when mails, pushes and reminders wait, as after a restore, and of when the backup was. */
  messagesHeld: z.object({ since: instantSchema, backupOf: instantSchema.nullable() }).nullable(),
  mail: z.object({
    /** A local installation writes its mails to a folder; without `SMTP_URL` no other sends any. */
    to: z.enum(['server', 'folder', 'nowhere']),
    place: z.string().nullable(),
    waiting: z.int(),
    sentToday: z.int(),
    /** Given up, in the last 30 days. */
    failed: z.int(),
    lastError: z.object({ at: instantSchema, reason: z.string() }).nullable(),
  }),
  /** Who gets notifications on a device. */
  push: z.object({ people: z.int(), browsers: z.int() }),
  /** Those that are connected to the database now. */
  processes: z.array(z.object({ name: z.string(), version: z.string(), since: instantSchema })),
});
export type System = z.infer<typeof systemSchema>;

export const systemRoutes = {
  system: route({
    method: 'GET',
    path: '/dashboard/system',
    summary: 'The installation: versions, database, last backup, processes',
    access: permissions.administer,
    ownership: 'none',
    response: dataEnvelope(systemSchema),
  }),
  sendTestMail: route({
    method: 'POST',
    path: '/dashboard/system/test-mail',
    summary: 'Send a mail to the caller at once, and say what the mail server answers',
    access: permissions.administer,
    ownership: 'none',
    response: messageEnvelope,
  }),
};
