import { z } from 'zod';
import { instantSchema } from '../core/fields.ts';
import { adminRoute, dataEnvelope, messageEnvelope, publicRoute } from '../core/route-rows.ts';

/** What every page needs to know about the installation, signed in or not. */
export const publicConfigSchema = z.object({
  productName: z.string(),
  signInName: z.string(),
  version: z.string(),
  environment: z.enum(['local', 'dev', 'pro']),
  /** Validity of request and return codes, seconds. */
  validitySeconds: z.int(),
  /** Validity of batch-return codes, seconds. */
  batchValiditySeconds: z.int(),
  /** Default due time (HH:MM) in this IANA time zone. */
  reminderTime: z.string(),
  campusTimezone: z.string(),
  /** Departments that people can register with, in display order. */
  departments: z.array(z.object({ code: z.string(), label: z.string() })),
  /** The public key for web push subscriptions. */
  pushPublicKey: z.string(),
  /** The server's clock. */
  now: z.iso.datetime(),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;

const linkSchema = z.url({ protocol: /^https?$/ }).optional();

export const aboutSchema = z.object({
  project: z.object({ title: z.string().min(1), description: z.string() }),
  team: z.array(
    z.object({
      name: z.string().min(1),
      role: z.string(),
      avatar: z.string().optional(),
      socials: z
        .object({ github: linkSchema, linkedin: linkSchema, twitter: linkSchema })
        .default({}),
    }),
  ),
});
export type About = z.infer<typeof aboutSchema>;

export const aboutRoutes = {
  getAbout: publicRoute({
    method: 'GET',
    path: '/about',
    summary: 'The project and its team, as this installation describes them',
    response: z.object({ success: z.literal(true), ...aboutSchema.shape }),
  }),
  getConfig: publicRoute({
    method: 'GET',
    path: '/config',
    summary: 'What a signed-out page needs to know about this installation',
    response: dataEnvelope(publicConfigSchema),
  }),
};

export const systemSchema = z.object({
  version: z.string(),
  environment: z.enum(['local', 'dev', 'pro']),
  timezone: z.string(),
  /** Number of applied migrations. */
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
  /** Since when messages are held, as after a restore, and the time of the backup. */
  messagesHeld: z.object({ since: instantSchema, backupOf: instantSchema.nullable() }).nullable(),
  mail: z.object({
    /** A local installation writes emails to a folder; any other sends none without `SMTP_URL`. */
    to: z.enum(['server', 'folder', 'nowhere']),
    place: z.string().nullable(),
    waiting: z.int(),
    sentToday: z.int(),
    /** In the last 30 days. */
    failed: z.int(),
    lastError: z.object({ at: instantSchema, reason: z.string() }).nullable(),
  }),
  push: z.object({ people: z.int(), browsers: z.int() }),
  /** Processes connected to the database now. */
  processes: z.array(z.object({ name: z.string(), version: z.string(), since: instantSchema })),
});
export type System = z.infer<typeof systemSchema>;

export const systemRoutes = {
  system: adminRoute({
    method: 'GET',
    path: '/dashboard/system',
    summary: 'The installation: versions, database, last backup, processes',
    response: dataEnvelope(systemSchema),
  }),
  sendTestMail: adminRoute({
    method: 'POST',
    path: '/dashboard/system/test-mail',
    summary: 'Send a mail to the caller at once, and say what the mail server answers',
    response: messageEnvelope,
  }),
};
