import { Readable } from 'node:stream';
import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import { refusal } from '@keydesk/shared/core/visitor-answers';
import { asc, eq } from 'drizzle-orm';
import { toCamelCase } from 'drizzle-orm/casing';
import type { FastifyReply } from 'fastify';
import { recordAudit } from '../../core/audit/record.ts';
import { eventsOfPerson } from '../../core/audit/trail.ts';
import { iterateYielding } from '../../core/event-loop.ts';
import { contentOf } from '../../core/messages/messages.ts';
import type { WorkQueue } from '../../core/work-queue.ts';
import type { Connection, Database } from '../../db/client.ts';
import { quoted } from '../../db/kinds-sql.ts';
import { cameBack, isUse } from '../../db/predicates.ts';
import { mailOutbox, notifications, users } from '../../db/schema.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { abortOnDisconnect } from '../../http/error-handler.ts';
import type { WatchedDue } from '../due/index.ts';

export const addMyDataRoutes: AddRoutes<{ due: WatchedDue; runQueued: WorkQueue }> = (
  serve,
  { db, due, runQueued },
) => {
  const deps = () => ({ db, runQueued, timezone: due.calendar().timezone });
  const requireAnswerSlot = limitOpenAnswers();

  serve(api.myData, async ({ principal, reply }) => {
    requireAnswerSlot(principal.user.id, reply);
    const data = await exportOwnData(deps(), principal.user.id, abortOnDisconnect(reply));
    const today = new Date().toISOString().slice(0, 10);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="my-data-${today}.json"`)
      .send(data);
  });
};

const maxOpenAnswers = 3;

/** Each open download holds all of a person's data until the client has read it. */
function limitOpenAnswers() {
  const open = new Map<string, number>();
  return (userId: string, reply: FastifyReply): void => {
    const own = open.get(userId) ?? 0;
    if (own >= maxOpenAnswers) throw appError('TOO_MANY_FILES').withDetails({ retryAfter: 10 });
    open.set(userId, own + 1);
    reply.raw.once('close', () => {
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    });
  };
}

type Deps = { db: Database; runQueued: WorkQueue; timezone: string };

type OwnData = Awaited<ReturnType<typeof readOwnRows>> & { deskWork: DeskDay[] };

/** Everything stored about a person, as JSON. The audit log, which may be long, is streamed. */
async function exportOwnData(
  { db, runQueued, timezone }: Deps,
  userId: string,
  signal: AbortSignal,
): Promise<Readable> {
  const work = { kind: 'own-data', userId, signal } as const;
  const data = await runQueued(work, async () => ({
    ...(await readOwnRows(db, userId)),
    deskWork: await readDeskDays(db, userId, timezone),
  }));
  await recordAudit(db, { action: 'export-own-data', actorId: userId, subjectId: userId });
  return Readable.from(streamJson(data, eventsOfPerson(db, userId), signal));
}

/** Row by row, because a busy person has too many rows for one event-loop turn. */
async function* streamJson(
  { person, ...lists }: OwnData,
  events: AsyncIterable<object[]>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `{\n  "success": true,\n  "person": ${JSON.stringify(person)}`;
  for (const [name, rows] of Object.entries(lists)) yield* streamJsonList(name, [rows], signal);
  yield* streamJsonList('auditEvents', events, signal);
  yield '\n}\n';
}

async function* streamJsonList(
  name: string,
  pages: Iterable<object[]> | AsyncIterable<object[]>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `,\n  "${name}": [`;
  let separator = '\n    ';
  for await (const page of pages) {
    for await (const row of iterateYielding(page, signal)) {
      yield separator + JSON.stringify(row);
      separator = ',\n    ';
    }
  }
  yield separator === '\n    ' ? ']' : '\n  ]';
}

/** Everything stored under a person's id except the audit log, by kind. */
async function readOwnRows(db: Connection, userId: string) {
  const [person] = await db.orm.select().from(users).where(eq(users.id, userId));
  const lists: Record<string, object[]> = {};
  for (const [name, text] of Object.entries(ownRows)) {
    const rows = await db.rows<object>(text, [userId]);
    lists[name] = rows.map(inCamelCase);
  }
  const own = await db.orm
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(asc(notifications.createdAt));
  const mails = await db.orm
    .select({ mail: mailOutbox, notification: notifications })
    .from(mailOutbox)
    .innerJoin(notifications, eq(notifications.id, mailOutbox.id))
    .where(eq(mailOutbox.userId, userId))
    .orderBy(asc(mailOutbox.createdAt));
  return {
    person,
    ...lists,
    notifications: own.map(({ aboutId: _other, template, facts, ...notification }) => ({
      ...notification,
      ...contentOf({ ...notification, template, facts }, notification.createdAt),
    })),
    mails: mails.map(({ mail: { kind, createdAt, sentAt, failedAt }, notification }) => {
      const { title: subject, message: text } = contentOf(notification, createdAt);
      return { kind, subject, text, createdAt, sentAt, failedAt };
    }),
  };
}

function inCamelCase(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamelCase(name), value]));
}

/**
 * SQL for each kind of row about the person `$1`. Columns are listed explicitly, so that no secret
 * and no other person's data is added by accident.
 */
const ownRows = {
  linkPermissions: 'SELECT user_id, expires_at FROM link_permissions WHERE user_id = $1',
  sessions: `
    SELECT id, user_id, created_at, last_active_at, confirmed_at, device, address, revoked_at
      FROM sessions WHERE user_id = $1 ORDER BY created_at`,
  signIns: 'SELECT at FROM sign_ins WHERE user_id = $1 ORDER BY at',
  loans: `
    SELECT l.id, key_number, key_name, holder_name, taken_at, due_at, grace_until, extended, identified_by,
           recorded_at, recalled_at, recall_reason, recall_cause, returned_at, return_type,
           return_recorded_at, return_reason
      FROM loans l JOIN keys k ON k.id = l.key_id WHERE holder_id = $1 ORDER BY taken_at`,
  paperLines: `
    SELECT p.id, key_number, key_name, out_at, back_at, entered_at, decided_at, decision
      FROM paper_lines p JOIN keys k ON k.id = p.key_id WHERE person_id = $1 ORDER BY entered_at`,
  // Omits whose loan it was otherwise: that is not the person's data.
  undoneHandovers: `
    SELECT CASE WHEN holder_id = $1 THEN l.id END AS loan_id, u.handover, u.reason, u.undone_at,
           undone_by = $1 AS undone_by_you, u.returned_at, u.return_type,
           CASE WHEN holder_id = $1 THEN u.return_reason END AS return_reason
      FROM undone_handovers u JOIN loans l ON l.id = loan_id WHERE $1 IN (holder_id, undone_by)
     ORDER BY u.undone_at`,
  // Omits whose loan it was otherwise, and the reason: not the person's data.
  loanExtensions: `
    SELECT CASE WHEN holder_id = $1 THEN l.id END AS loan_id, from_due, to_due, at,
           CASE WHEN holder_id = $1 THEN reason END AS reason, by_id = $1 AS done_by_you
      FROM loan_extensions JOIN loans l ON l.id = loan_id
     WHERE by_id = $1 OR loan_id IN (SELECT id FROM loans WHERE holder_id = $1) ORDER BY at`,
  dueRules: `
    SELECT kind, amount, ceiling, extensions, extend_minutes, grace_minutes, note, created_at, ended_at
      FROM due_rules WHERE scope = 'person' AND scope_id = $1 ORDER BY created_at`,
  accessRules: `
    SELECT target, target_id, effect, weekdays, from_time, to_time, valid_from, valid_until, note,
           created_at, ended_at
      FROM access_rules WHERE subject = 'person' AND subject_id = $1 ORDER BY created_at`,
  groupMemberships: `
    SELECT name AS "group", valid_from, valid_until, ended_at
      FROM group_members JOIN groups g ON g.id = group_id WHERE user_id = $1 ORDER BY valid_from`,
  codes: `
    SELECT id, type, key_ids, user_id, session_id, issued_at, expires_at, used_at, voided_at, until
      FROM codes WHERE user_id = $1 ORDER BY issued_at`,
  messagePreferences: 'SELECT kind, push, mail FROM message_preferences WHERE user_id = $1',
  duties: `
    SELECT d.id, name AS desk, begun_at, begun_by, ended_at, ended_by, disputed_at
      FROM duties d JOIN desks ON desks.id = desk_id WHERE guard_id = $1 ORDER BY begun_at`,
  shiftNotes: `
    SELECT name AS desk, text, written_at, read_at
      FROM shift_notes n JOIN desks ON desks.id = desk_id WHERE written_by = $1
     ORDER BY written_at`,
  dutyPin: 'SELECT changed_at FROM duty_pins WHERE user_id = $1',
  cards: `
    SELECT label, created_at, ended_at FROM person_cards WHERE user_id = $1 ORDER BY created_at`,
  disputes: `
    SELECT loan_id, raised_at, settled_at, resolution, note
      FROM loan_disputes JOIN loans l ON l.id = loan_id WHERE $1 IN (holder_id, raised_by)
     ORDER BY raised_at`,
  // Omits other people's texts.
  incidents: `
    SELECT key_number, i.kind, reported_at, reported_by = $1 AS reported_by_you,
           CASE WHEN reported_by = $1 THEN last_seen END AS last_seen,
           CASE WHEN reported_by = $1 THEN note END AS note, resolved_at, resolution
      FROM incidents i JOIN keys k ON k.id = i.key_id LEFT JOIN loans l ON l.id = i.loan_id AND ${isUse('l')}
     WHERE $1 IN (reported_by, holder_id) ORDER BY reported_at`,
  waits: `
    SELECT key_number, since, told_at, ended_at
      FROM waits JOIN keys k ON k.id = key_id WHERE user_id = $1 ORDER BY since`,
  accessRequests: `
    SELECT key_number, purpose, wanted_until, state, r.created_at, decided_at, note
      FROM access_requests r JOIN keys k ON k.id = key_id WHERE user_id = $1 ORDER BY r.created_at`,
  grants: `
    SELECT key_number, valid_from, valid_until, uses_left, reason, revoked_at
      FROM grants JOIN keys k ON k.id = key_id WHERE user_id = $1 ORDER BY valid_from`,
  // Omits the visitors' names.
  sponsoredVisits: `
    SELECT valid_until, CASE WHEN sponsor_id = $1 THEN answer ELSE ${quoted(refusal)} END AS answer
      FROM visitors WHERE sponsor_id = $1 OR $1 = ANY (refused_by)`,
  ownedKeys: `
    SELECT key_number, key_name, deleted_at FROM keys WHERE owner_id = $1 ORDER BY key_number`,
  headedDepartments: 'SELECT code, label FROM departments WHERE head_id = $1 ORDER BY position',
  pushSubscriptions: `
    SELECT endpoint, session_id, created_at FROM push_subscriptions WHERE user_id = $1`,
};

/** Counts per day only: keys and holders are not the person's data. */
type DeskDay = {
  day: string;
  handedOut: number;
  received: number;
  broughtBackForOthers: number;
};

/** Scans all loans, so it runs in the queue of long work. */
async function readDeskDays(db: Connection, userId: string, timezone: string): Promise<DeskDay[]> {
  return db.rows<DeskDay>(
    `SELECT to_char(at AT TIME ZONE $2, 'YYYY-MM-DD') AS day,
            count(*) FILTER (WHERE action = 'out')::int AS "handedOut",
            count(*) FILTER (WHERE action = 'in')::int AS received,
            count(*) FILTER (WHERE action = 'brought')::int AS "broughtBackForOthers"
       FROM loans CROSS JOIN LATERAL (VALUES
            ('out', taken_at, handed_by = $1 AND ${isUse('loans')}),
            ('in', returned_at, received_by = $1 AND ${cameBack('loans')}),
            ('brought', returned_at, returned_by = $1 AND holder_id <> $1 AND ${cameBack('loans')})
            ) AS done (action, at, mine)
      WHERE $1 IN (handed_by, received_by, returned_by) AND mine
      GROUP BY 1 ORDER BY 1`,
    [userId, timezone],
  );
}
