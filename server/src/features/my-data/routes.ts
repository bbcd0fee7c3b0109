import { Readable } from 'node:stream';
import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/errors';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { iterateYielding } from '../../platform/event-loop.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute } from '../../platform/http/define-route.ts';
import { abortOnDisconnect } from '../../platform/http/error-handler.ts';
import type { WorkQueue } from '../../work-queue.ts';
import { eventsOfPerson, recordAudit } from '../audit/index.ts';
import type { WatchedDue } from '../due/current-due.ts';
import { type DeskDay, readDeskDays } from './desk-days.ts';
import { readOwnRows } from './queries.ts';

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
