import { Readable } from 'node:stream';
import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyReply } from 'fastify';
import { recordAudit } from '../../core/audit/record.ts';
import { eventsOfPerson } from '../../core/audit/trail.ts';
import { iterateYielding } from '../../core/event-loop.ts';
import { contentOf } from '../../core/messages/messages.ts';
import type { WorkQueue } from '../../core/work-queue.ts';
import type { Connection, Database } from '../../db/client.ts';
import {
  accessRequests,
  accessRules,
  codes,
  departments,
  desks,
  dueRules,
  duties,
  dutyPins,
  grants,
  groupMembers,
  groups,
  keys,
  linkPermissions,
  loanDisputes,
  loanExtensions,
  loans,
  mailOutbox,
  messagePreferences,
  notifications,
  personCards,
  pushSubscriptions,
  sessions,
  signIns,
  users,
  waits,
} from '../../db/schema.ts';
import { type AddRoutes, defineRoute } from '../../http/define-route.ts';
import { abortOnDisconnect } from '../../http/error-handler.ts';
import type { WatchedDue } from '../due/index.ts';

/** The route by which people download everything stored about them. */
export const addMyDataRoutes: AddRoutes<{ due: WatchedDue; runQueued: WorkQueue }> = (
  app,
  { db, due, runQueued, routes },
) => {
  const deps = () => ({ db, runQueued, timezone: due.calendar().timezone });
  const requireAnswerSlot = limitOpenAnswers();

  defineRoute(app, routes, api.myData, async ({ principal, reply }) => {
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

/**
 * Limits how many answers a person has open: each holds everything stored of them until the client
 * has read it, and a client may read as slowly as it likes.
 */
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

/**
 * Everything stored about a person, as one JSON text. The audit trail, which may be long, is read
 * while it is being sent.
 */
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

type HashedRow = { cookieHash?: Buffer; bearerHash?: Buffer; secretHash?: Buffer };

/** Everything stored under a person's id except the audit trail, by kind. */
async function readOwnRows(db: Connection, userId: string) {
  const { orm } = db;
  /** Whose loan it was else, and why it was moved, is not about them. */
  const ofOwnLoan = (column: PgColumn) =>
    sql<string | null>`CASE WHEN ${loans.holderId} = ${userId} THEN ${column} END`;
  const [person] = await orm.select().from(users).where(eq(users.id, userId));
  return {
    person,
    linkPermissions: await orm
      .select()
      .from(linkPermissions)
      .where(eq(linkPermissions.userId, userId)),
    sessions: (
      await orm
        .select()
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(asc(sessions.createdAt))
    ).map(withoutHashes),
    signIns: await orm
      .select({ at: signIns.at })
      .from(signIns)
      .where(eq(signIns.userId, userId))
      .orderBy(asc(signIns.at)),
    loans: await orm
      .select({
        id: loans.id,
        keyNumber: keys.keyNumber,
        keyName: keys.keyName,
        takenAt: loans.takenAt,
        dueAt: loans.dueAt,
        graceUntil: loans.graceUntil,
        extended: loans.extended,
        identifiedBy: loans.identifiedBy,
        recalledAt: loans.recalledAt,
        recallReason: loans.recallReason,
        returnedAt: loans.returnedAt,
        returnType: loans.returnType,
        returnReason: loans.returnReason,
      })
      .from(loans)
      .innerJoin(keys, eq(keys.id, loans.keyId))
      .where(eq(loans.holderId, userId))
      .orderBy(asc(loans.takenAt)),
    loanExtensions: await orm
      .select({
        loanId: ofOwnLoan(loans.id),
        fromDue: loanExtensions.fromDue,
        toDue: loanExtensions.toDue,
        at: loanExtensions.at,
        reason: ofOwnLoan(loanExtensions.reason),
        doneByYou: sql<boolean>`${loanExtensions.byId} = ${userId}`,
      })
      .from(loanExtensions)
      .innerJoin(loans, eq(loans.id, loanExtensions.loanId))
      .where(or(eq(loans.holderId, userId), eq(loanExtensions.byId, userId)))
      .orderBy(asc(loanExtensions.at)),
    dueRules: await orm
      .select({
        kind: dueRules.kind,
        amount: dueRules.amount,
        ceiling: dueRules.ceiling,
        extensions: dueRules.extensions,
        extendMinutes: dueRules.extendMinutes,
        graceMinutes: dueRules.graceMinutes,
        note: dueRules.note,
        createdAt: dueRules.createdAt,
        endedAt: dueRules.endedAt,
      })
      .from(dueRules)
      .where(and(eq(dueRules.scope, 'person'), eq(dueRules.scopeId, userId)))
      .orderBy(asc(dueRules.createdAt)),
    accessRules: await orm
      .select({
        target: accessRules.target,
        targetId: accessRules.targetId,
        effect: accessRules.effect,
        weekdays: accessRules.weekdays,
        fromTime: accessRules.fromTime,
        toTime: accessRules.toTime,
        validFrom: accessRules.validFrom,
        validUntil: accessRules.validUntil,
        note: accessRules.note,
        createdAt: accessRules.createdAt,
        endedAt: accessRules.endedAt,
      })
      .from(accessRules)
      .where(and(eq(accessRules.subject, 'person'), eq(accessRules.subjectId, userId)))
      .orderBy(asc(accessRules.createdAt)),
    groupMemberships: await orm
      .select({
        group: groups.name,
        validFrom: groupMembers.validFrom,
        validUntil: groupMembers.validUntil,
        endedAt: groupMembers.endedAt,
      })
      .from(groupMembers)
      .innerJoin(groups, eq(groups.id, groupMembers.groupId))
      .where(eq(groupMembers.userId, userId))
      .orderBy(asc(groupMembers.validFrom)),
    codes: (
      await orm.select().from(codes).where(eq(codes.userId, userId)).orderBy(asc(codes.issuedAt))
    ).map(({ result: _answer, usedBy: _desk, ...code }) => withoutHashes(code)),
    notifications: (
      await orm
        .select()
        .from(notifications)
        .where(eq(notifications.userId, userId))
        .orderBy(asc(notifications.createdAt))
    ).map(({ aboutId: _other, template, facts, ...notification }) => ({
      ...notification,
      ...contentOf({ ...notification, template, facts }, notification.createdAt),
    })),
    mails: (
      await orm
        .select({ mail: mailOutbox, notification: notifications })
        .from(mailOutbox)
        .innerJoin(notifications, eq(notifications.id, mailOutbox.id))
        .where(eq(mailOutbox.userId, userId))
        .orderBy(asc(mailOutbox.createdAt))
    ).map(({ mail: { kind, createdAt, sentAt, failedAt }, notification }) => {
      const { title: subject, message: text } = contentOf(notification, createdAt);
      return { kind, subject, text, createdAt, sentAt, failedAt };
    }),
    messagePreferences: await orm
      .select({
        kind: messagePreferences.kind,
        push: messagePreferences.push,
        mail: messagePreferences.mail,
      })
      .from(messagePreferences)
      .where(eq(messagePreferences.userId, userId)),
    duties: await orm
      .select({
        id: duties.id,
        desk: desks.name,
        begunAt: duties.begunAt,
        begunBy: duties.begunBy,
        endedAt: duties.endedAt,
        endedBy: duties.endedBy,
        disputedAt: duties.disputedAt,
      })
      .from(duties)
      .innerJoin(desks, eq(desks.id, duties.deskId))
      .where(eq(duties.guardId, userId))
      .orderBy(asc(duties.begunAt)),
    dutyPin: await orm
      .select({ changedAt: dutyPins.changedAt })
      .from(dutyPins)
      .where(eq(dutyPins.userId, userId)),
    cards: await orm
      .select({
        label: personCards.label,
        createdAt: personCards.createdAt,
        endedAt: personCards.endedAt,
      })
      .from(personCards)
      .where(eq(personCards.userId, userId))
      .orderBy(asc(personCards.createdAt)),
    disputes: await orm
      .select({
        loanId: loanDisputes.loanId,
        raisedAt: loanDisputes.raisedAt,
        settledAt: loanDisputes.settledAt,
        resolution: loanDisputes.resolution,
        note: loanDisputes.note,
      })
      .from(loanDisputes)
      .innerJoin(loans, eq(loans.id, loanDisputes.loanId))
      .where(eq(loans.holderId, userId))
      .orderBy(asc(loanDisputes.raisedAt)),
    waits: await orm
      .select({
        keyNumber: keys.keyNumber,
        since: waits.since,
        toldAt: waits.toldAt,
        endedAt: waits.endedAt,
      })
      .from(waits)
      .innerJoin(keys, eq(keys.id, waits.keyId))
      .where(eq(waits.userId, userId))
      .orderBy(asc(waits.since)),
    accessRequests: await orm
      .select({
        keyNumber: keys.keyNumber,
        purpose: accessRequests.purpose,
        wantedUntil: accessRequests.wantedUntil,
        state: accessRequests.state,
        createdAt: accessRequests.createdAt,
        decidedAt: accessRequests.decidedAt,
        note: accessRequests.note,
      })
      .from(accessRequests)
      .innerJoin(keys, eq(keys.id, accessRequests.keyId))
      .where(eq(accessRequests.userId, userId))
      .orderBy(asc(accessRequests.createdAt)),
    grants: await orm
      .select({
        keyNumber: keys.keyNumber,
        validFrom: grants.validFrom,
        validUntil: grants.validUntil,
        usesLeft: grants.usesLeft,
        reason: grants.reason,
        revokedAt: grants.revokedAt,
      })
      .from(grants)
      .innerJoin(keys, eq(keys.id, grants.keyId))
      .where(eq(grants.userId, userId))
      .orderBy(asc(grants.validFrom)),
    ownedKeys: await orm
      .select({
        keyNumber: keys.keyNumber,
        keyName: keys.keyName,
        deletedAt: keys.deletedAt,
      })
      .from(keys)
      .where(eq(keys.ownerId, userId))
      .orderBy(asc(keys.keyNumber)),
    headedDepartments: await orm
      .select({ code: departments.code, label: departments.label })
      .from(departments)
      .where(eq(departments.headId, userId))
      .orderBy(asc(departments.position)),
    pushSubscriptions: await orm
      .select({
        endpoint: pushSubscriptions.endpoint,
        sessionId: pushSubscriptions.sessionId,
        createdAt: pushSubscriptions.createdAt,
      })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId)),
  };
}

/** Leaves out the hashes of secrets, which mean nothing to the person. */
function withoutHashes({ cookieHash, bearerHash, secretHash, ...rest }: HashedRow) {
  return rest;
}

/** Counts of what a person did at the desk on one day. Which keys and whose is not about them. */
type DeskDay = {
  day: string;
  handedOut: number;
  received: number;
  broughtBackForOthers: number;
};

/** A person's work at the desk by day. It scans all loans, so it runs in the queue of long work. */
async function readDeskDays(db: Connection, userId: string, timezone: string): Promise<DeskDay[]> {
  const { rows } = await db.query<DeskDay>(
    `SELECT to_char(at AT TIME ZONE $2, 'YYYY-MM-DD') AS day,
            count(*) FILTER (WHERE deed = 'out')::int AS "handedOut",
            count(*) FILTER (WHERE deed = 'in')::int AS received,
            count(*) FILTER (WHERE deed = 'brought')::int AS "broughtBackForOthers"
       FROM loans CROSS JOIN LATERAL (VALUES
            ('out', taken_at, handed_by = $1),
            ('in', returned_at, received_by = $1),
            ('brought', returned_at, returned_by = $1 AND holder_id <> $1)) AS done (deed, at, mine)
      WHERE $1 IN (handed_by, received_by, returned_by) AND mine
      GROUP BY 1 ORDER BY 1`,
    [userId, timezone],
  );
  return rows;
}
