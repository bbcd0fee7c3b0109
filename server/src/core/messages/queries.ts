import {
  isNeverBundled,
  type MessageTemplate,
  messageTemplateNames,
  rowOfKind,
  rowOfTemplate,
} from '@keydesk/shared/core/message-kinds';
import type { VisitorAnswer } from '@keydesk/shared/core/visitor-answers';
import { keyLevels } from '@keydesk/shared/keys/key-levels';
import { formerMember } from '@keydesk/shared/people/shown-name';
import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../db/client.ts';
import { isKind } from '../../db/kinds-sql.ts';
import {
  isUse,
  mayBorrow,
  recipientOf,
  sponsorThen,
  visitorName,
  visitorNameThen,
} from '../../db/predicates.ts';
import { notifications } from '../../db/schema.ts';
import type { Bundled, Named, StoredMessage } from './messages.ts';

export type NotificationRow = typeof notifications.$inferSelect;

/** Notifications of one kind and priority per person and hour before they are bundled. */
export const maxPerHour = 10;

/**
 * CTEs that store the notifications of a JSON parameter, and the wanted emails, if the CTE named by
 * `gate` has a row. An email has the id of its notification. Notifications beyond `maxPerHour` go
 * into an hourly bundle: they count as read, and the bundle is pushed when created and emailed an
 * hour later. Those sent alone or about a high-security key are never bundled (`few-messages`,
 * `never-bundled`). A visitor's notification goes to the sponsor, for a loan to its sponsor if active,
 * and names the visitor as at that time (`visitors`). Each sponsor is looked up separately, as the
 * planner expects many notices and would read every visitor.
 */
export function noticesCtes(parameter: string, gate: string): string {
  return `
       notices AS (
         SELECT given.*, CASE WHEN NOT alone AND ${countLately} + row_number() OVER (
                  PARTITION BY "userId", kind, priority, alone ORDER BY id) > ${maxPerHour}
                  AND NOT EXISTS (SELECT FROM keys 
                                   WHERE keys.id = "aboutId" AND ${isKind('level', keyLevels, { isBundled: false })})
                THEN coalesce(${openBundle}, ${newBundleId}) END AS "bundleId"
           FROM (
             SELECT one.*, coalesce(v.sponsor_id, one."toId") AS "userId",
                    CASE WHEN v.user_id IS NULL THEN said
                         ELSE said || jsonb_build_object('visitor', jsonb_build_object(
                                'id', v.user_id, 'name', v.name)) END AS facts
               FROM (SELECT id, "userId" AS "toId", template, facts AS said, type, priority,
                            "createdAt", "aboutId", "loanId", "requestId", kind, mail, alone
                       FROM jsonb_to_recordset(${parameter}::jsonb)
                         AS sent (id text, "userId" text, template text, facts jsonb, type text,
                                  priority text, "createdAt" timestamptz, "aboutId" text,
                                  "loanId" text, "requestId" text, kind text, mail boolean,
                                  alone boolean)) AS one
               LEFT JOIN LATERAL (SELECT v.user_id, coalesce(${sponsorThen('l')}, v.sponsor_id) AS sponsor_id,
                                         coalesce(${visitorNameThen('l')}, ${visitorName('v')}) AS name
                                    FROM visitors v LEFT JOIN loans l ON l.id = one."loanId"
                                   WHERE v.user_id = one."toId" LIMIT 1) AS v ON true) AS given),
       stored AS (
         INSERT INTO notifications (id, user_id, template, facts, type, priority, created_at,
                                    about_id, loan_id, request_id, kind, bundle_id, read_at)
         SELECT id, "userId", template, facts, type, priority, "createdAt", "aboutId", "loanId",
                "requestId", kind, "bundleId",
                CASE WHEN "bundleId" IS NOT NULL THEN "createdAt" END
           FROM notices, ${gate}),
       opened AS (
         INSERT INTO notifications (id, user_id, template, type, priority, created_at, kind, link)
         SELECT DISTINCT ON ("bundleId") "bundleId", "userId", '${bundleTemplate}', type, priority,
                "createdAt", kind, '${bundleLink}' || "bundleId"
           FROM notices, ${gate} WHERE "bundleId" IS NOT NULL
             ON CONFLICT (id) DO NOTHING RETURNING id),
       opened_again AS (
         UPDATE notifications SET read_at = NULL FROM ${gate}
          WHERE id IN (SELECT "bundleId" FROM notices) AND read_at IS NOT NULL),
       mailed AS (
         INSERT INTO mail_outbox (id, user_id, kind, created_at, due_at)
         SELECT DISTINCT ON (coalesce("bundleId", id))
                coalesce("bundleId", id), n."userId", n.kind, "createdAt",
                CASE WHEN "bundleId" IS NULL THEN "createdAt"
                     ELSE "createdAt" + interval '1 hour' END
           FROM ${gate}, notices n
           LEFT JOIN message_preferences p ON p.user_id = n."userId" AND p.kind = n.kind
          WHERE n.kind IS NOT NULL AND (n.template IN (${alwaysMailed}) OR coalesce(p.mail, n.mail))
            AND EXISTS (SELECT FROM installation WHERE name = '${mailIsOn}')
             ON CONFLICT (id) DO NOTHING)`;
}

/** Templates that are emailed regardless of preferences. */
const alwaysMailed = templatesWhere((name) => {
  const { kind, alwaysMailed } = rowOfTemplate(name);
  return alwaysMailed || rowOfKind(kind).always || false;
});

function templatesWhere(condition: (name: MessageTemplate) => boolean): string {
  const names = messageTemplateNames.filter(condition);
  return names.map((name) => `'${name}'`).join(', ');
}

/**
 * SQL for unbundled notifications like `given` within the preceding hour. Notifications sent alone
 * do not count for others.
 */
const lately = `
                   FROM notifications lately
                    WHERE lately.user_id = "userId" AND lately.kind IS NOT DISTINCT FROM given.kind
                      AND lately.priority = given.priority AND lately.bundle_id IS NULL
                      AND coalesce(lately.template, '') NOT IN (${templatesWhere(isNeverBundled)})
                      AND lately.created_at > "createdAt" - interval '1 hour'`;

const countLately = `(SELECT count(*) FROM (SELECT ${lately} LIMIT ${maxPerHour}) few)`;

const openBundle = `(
                 SELECT id ${lately}
                    AND EXISTS (SELECT FROM notifications WHERE bundle_id = lately.id) LIMIT 1)`;

/** The same in every process that creates one at this time. */
const newBundleId = `
                substr(md5(concat_ws(' ', "userId", kind, priority,
                                     floor(extract(epoch FROM "createdAt") / 3600))), 1, 24)`;

export const bundleTemplate: MessageTemplate = 'more-messages';
export const bundleLink = '/dashboard/notifications?bundle=';

/** Results of storing the `notices`. */
export type StoredNotices = {
  /** Earlier unread notifications by recipient. */
  olderUnread: Record<string, number> | null;
  /** Bundles by notice. */
  bundled: Record<string, string> | null;
  /** New bundles. */
  opened: string[] | null;
  /** Recipients of visitors' notices, with the visitor. */
  ofVisitors: Record<string, { userId: string; visitor: Named }> | null;
  /** Of the recipients who chose one. */
  languages: Record<string, string> | null;
};

export const storedNoticesText = `
  SELECT jsonb_build_object(
    'olderUnread', (
      SELECT jsonb_object_agg(id, (SELECT count(*) FROM notifications
                                    WHERE user_id = recipient.id AND read_at IS NULL))
        FROM (SELECT DISTINCT "userId" AS id FROM notices) AS recipient),
    'bundled', (SELECT jsonb_object_agg(id, "bundleId") FROM notices WHERE "bundleId" IS NOT NULL),
    'opened', (SELECT jsonb_agg(id) FROM opened),
    'ofVisitors', (
      SELECT jsonb_object_agg(id, jsonb_build_object('userId', "userId",
                                                     'visitor', facts -> 'visitor'))
        FROM notices WHERE "userId" <> "toId"),
    'languages', (
      -- One by one: PostgreSQL expects many notices, and would read all users.
      SELECT jsonb_object_agg("userId", language)
        FROM (SELECT "userId", (SELECT language FROM users WHERE id = "userId") AS language
                FROM notices) AS readers
       WHERE language IS NOT NULL))`;

/** The installation value that marks email as set up. */
export const mailIsOn = 'mail-is-on';

const insertAllText = `
  WITH gate AS (SELECT), ${noticesCtes('$1', 'gate')}
  SELECT (${storedNoticesText}) AS stored`;

export async function insertNotices(
  tx: Transaction,
  notices: readonly object[],
): Promise<StoredNotices> {
  const row = await tx.first<{ stored: StoredNotices }>({
    name: 'insert-notices',
    text: insertAllText,
    values: [JSON.stringify(notices)],
  });
  return (
    row?.stored ?? {
      olderUnread: null,
      bundled: null,
      opened: null,
      ofVisitors: null,
      languages: null,
    }
  );
}

export async function findBundled(
  db: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Bundled>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{
    id: string;
    count: number;
    first: (StoredMessage & { createdAt: string })[];
  }>({
    name: 'bundled',
    text: `
      SELECT bundle_id AS id, count(*)::int AS count,
             (array_agg(jsonb_build_object('template', template, 'facts', facts, 'title', title,
                                           'message', message, 'link', link,
                                           'createdAt', created_at)
                        ORDER BY created_at, id))[1:3] AS first
        FROM notifications WHERE bundle_id = ANY($1) GROUP BY bundle_id`,
    values: [ids],
  });
  return new Map(
    rows.map(({ id, count, first }) => [
      id,
      { count, first: first.map((one) => ({ ...one, createdAt: new Date(one.createdAt) })) },
    ]),
  );
}

export async function countUnread(
  db: Connection,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.orm
    .select({ userId: notifications.userId, unread: count() })
    .from(notifications)
    .where(and(inArray(notifications.userId, [...userIds]), isNull(notifications.readAt)))
    .groupBy(notifications.userId);
  return new Map(rows.map((row) => [row.userId, row.unread]));
}

/** SQL for the time of the desk's last reminder for a loan `l`; null if there was none. */
export const lastReminderText = `
  (SELECT max(reminder.created_at) FROM notifications reminder
    WHERE reminder.user_id = ${recipientOf('l')} AND reminder.type = 'key_reminder'
      AND reminder.about_id = l.id)`;

type Page = { limit: number; before?: string | undefined; bundle?: string | undefined };

/** Newest first, starting before `before`. */
export function listNotifications(
  db: Connection,
  userId: string,
  { limit, before, bundle }: Page,
): Promise<NotificationRow[]> {
  const cursor = db.orm
    .select({ at: notifications.createdAt, id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.id, before ?? ''), eq(notifications.userId, userId)));
  return db.orm
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        bundle ? isIn(bundle) : undefined,
        before ? sql`(${notifications.createdAt}, ${notifications.id}) < (${cursor})` : undefined,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

function isIn(bundle: string): SQL {
  const { bundleId } = notifications;
  return bundle === 'none' ? isNull(bundleId) : eq(bundleId, bundle);
}

/** Loans and shifts that are or were disputed, and whether it is about an undone return alone. */
export async function findDisputed(
  db: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { ofReturn: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ id: string; ofReturn: boolean }>(
    `SELECT loan_id AS id, of_return AS "ofReturn" FROM loan_disputes WHERE loan_id = ANY ($1)
     UNION ALL SELECT id, false FROM duties WHERE id = ANY ($1) AND disputed_at IS NOT NULL`,
    [ids],
  );
  return new Map(rows.map(({ id, ofReturn }) => [id, { ofReturn }]));
}

/** Sponsors' answers, null without one; obsolete questions are left out. */
export async function findAnswers(
  db: Connection,
  askIds: readonly string[],
): Promise<ReadonlyMap<string, VisitorAnswer | null>> {
  if (askIds.length === 0) return new Map();
  const rows = await db.rows<{ id: string; answer: VisitorAnswer | null }>(
    'SELECT ask_id AS id, answer FROM visitors WHERE ask_id = ANY ($1)',
    [askIds],
  );
  return new Map(rows.map(({ id, answer }) => [id, answer]));
}

/** Prefers a bundled notification to its bundle; null without any. */
export async function newestOf(db: Connection, userId: string): Promise<string | null> {
  const row = await db.first<{ id: string }>(
    `SELECT id FROM notifications WHERE user_id = $1
      ORDER BY created_at DESC, bundle_id IS NULL LIMIT 1`,
    [userId],
  );
  return row?.id ?? null;
}

type OfHandover = Pick<NotificationRow, 'id' | 'template' | 'loanId'> & { facts: object };
type OfKeys = { keyNumber: string; keys?: readonly { keyNumber: string; loanId: string }[] };

/** For messages about handovers: all key numbers, and those undone since. */
export async function findUndone(
  db: Connection,
  rows: readonly OfHandover[],
): Promise<ReadonlyMap<string, { all: number; undone: string[] }>> {
  const handovers = rows.flatMap(({ id, template, loanId, facts }) => {
    const isReturn = template === 'key-returned' || template === 'paper-late';
    if (!isReturn && template !== 'key-taken' && template !== 'key-lent') return [];
    const { keyNumber, keys = [{ keyNumber, loanId }] } = facts as OfKeys;
    return keys.map((key) => ({ ...key, id, isReturn }));
  });
  const loanIds = handovers.flatMap(({ loanId }) => loanId ?? []);
  if (loanIds.length === 0) return new Map();
  const changed = await db.rows<{ id: string; isOpen: boolean }>({
    name: 'undone-since',
    text: `SELECT id, returned_at IS NULL AS "isOpen" FROM loans
            WHERE id = ANY ($1) AND (returned_at IS NULL OR NOT ${isUse('loans')})`,
    values: [loanIds],
  });
  const isUndone = ({ loanId, isReturn }: (typeof handovers)[number]) =>
    changed.some(({ id, isOpen }) => id === loanId && (isReturn || !isOpen));
  return new Map(
    rows.map(({ id }) => {
      const own = handovers.filter((one) => one.id === id);
      const undone = own.filter(isUndone).map(({ keyNumber }) => keyNumber);
      return [id, { all: own.length, undone }];
    }),
  );
}

/** Which of these keys cannot be taken now: they are out or reported. */
export async function findGone(
  db: Connection,
  keyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keyIds.length === 0) return new Set();
  const rows = await db.rows<{ id: string }>(
    `SELECT key_id AS id FROM loans WHERE key_id = ANY ($1) AND returned_at IS NULL
     UNION SELECT key_id FROM incidents
            WHERE key_id = ANY ($1) AND resolved_at IS NULL AND blocks`,
    [keyIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Which of these messages are obsolete: the dispute is settled, the sponsor vouches or can vouch
 * again, or no recalled key is out any more.
 */
export async function findOver(
  db: Connection,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ id: string }>({
    name: 'over-since',
    text: `
      SELECT id FROM notifications
       WHERE id = ANY ($1) AND CASE template
         WHEN 'handover-disputed' THEN EXISTS (
           SELECT FROM loan_disputes WHERE loan_id = facts ->> 'loanId' AND settled_at IS NOT NULL)
         WHEN 'sponsor-refuses' THEN NOT EXISTS (
           SELECT FROM visitors v WHERE v.user_id = facts -> 'person' ->> 'id'
              AND facts -> 'sponsor' ->> 'id' = ANY (v.refused_by))
         WHEN 'visitor-without-sponsor' THEN NOT EXISTS (
           SELECT FROM loans l JOIN users s ON s.id = l.sponsor_id AND NOT ${mayBorrow('s')}
            WHERE l.holder_id = facts -> 'person' ->> 'id' AND s.id = facts -> 'sponsor' ->> 'id'
              AND l.returned_at IS NULL AND l.recalled_at IS NOT NULL)
         END`,
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Marking it as read again keeps the first time. */
export async function setRead(
  db: Connection,
  userId: string,
  id: string,
  read: boolean,
): Promise<NotificationRow | undefined> {
  const [row] = await db.orm
    .update(notifications)
    .set({ readAt: read ? sql`coalesce(${notifications.readAt}, now())` : null })
    .where(
      and(
        eq(notifications.id, id),
        eq(notifications.userId, userId),
        isNull(notifications.bundleId),
      ),
    )
    .returning();
  return row;
}

export async function isOwnNotification(
  db: Connection,
  userId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM notifications WHERE id = $1 AND user_id = $2', [
    id,
    userId,
  ]);
  return rowCount === 1;
}

/** With `until`, skips newer ones and other bundles that have grown since (`read-as-shown`). */
export async function markAllRead(
  db: Connection,
  userId: string,
  until: string | undefined,
): Promise<number> {
  const { rowCount } = await db.query(
    until === undefined
      ? `UPDATE notifications SET read_at = now() WHERE user_id = $1 AND read_at IS NULL`
      : `UPDATE notifications n SET read_at = now()
           FROM notifications shown
          WHERE n.user_id = $1 AND n.read_at IS NULL AND shown.id = $2
            AND n.created_at <= shown.created_at
            AND (n.id = shown.id OR NOT EXISTS (
              SELECT FROM notifications held
               WHERE held.bundle_id = n.id AND held.created_at > shown.created_at))`,
    until === undefined ? [userId] : [userId, until],
  );
  return rowCount ?? 0;
}

/**
 * Erases a person from other people's messages: messages about them are deleted with their emails;
 * in others only the name is erased.
 */
export async function eraseFromMessages(tx: Transaction, personId: string): Promise<void> {
  await tx.query(
    `WITH naming AS (
       DELETE FROM notifications WHERE type = 'system_alert' AND about_id = $1 RETURNING id)
     DELETE FROM mail_outbox WHERE id IN (SELECT id FROM naming)`,
    [personId],
  );
  const rows = await tx.rows<{ id: string; facts: object }>(
    `SELECT id, facts FROM notifications
      WHERE jsonb_path_exists(facts, '$.**.id ? (@ == $person)',
                              jsonb_build_object('person', $1::text))`,
    [personId],
  );
  const isPerson = (value: { id?: unknown } | null) => value?.id === personId;
  const facts = rows.map((row) =>
    JSON.stringify(row.facts, (_name, value) =>
      isPerson(value) ? { ...value, name: formerMember() } : value,
    ),
  );
  await tx.query(
    `UPDATE notifications SET facts = given.facts
       FROM unnest($1::text[], $2::jsonb[]) AS given (id, facts)
      WHERE notifications.id = given.id`,
    [rows.map(({ id }) => id), facts],
  );
}
