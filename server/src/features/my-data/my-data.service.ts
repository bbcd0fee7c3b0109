import { Readable } from 'node:stream';
import type { Database } from '../../db/client.ts';
import { inTurns } from '../../in-turns.ts';
import type { LongWork } from '../../long-work.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { eventsOfPerson } from '../audit/trail.service.ts';
import { type DeskDay, readDeskDays, readOwnRows } from './my-data.repository.ts';

type Deps = { db: Database; longWork: LongWork; timezone: string };

type OwnRows = Awaited<ReturnType<typeof readOwnRows>> & { deskWork: DeskDay[] };

/**
 * Everything stored of a person, as one JSON text. The audit trail, which may be long, is read while
 * the caller takes it.
 */
export async function ownData(
  { db, longWork, timezone }: Deps,
  userId: string,
  signal: AbortSignal,
): Promise<Readable> {
  const order = { kind: 'report', userId, signal } as const;
  const facts = await longWork(order, async () => ({
    ...(await readOwnRows(db, userId)),
    deskWork: await readDeskDays(db, userId, timezone),
  }));
  await recordAudit(db, { action: 'export-own-data', actorId: userId, subjectId: userId });
  return Readable.from(textOf(facts, eventsOfPerson(db, userId), signal));
}

/** Row by row, since the rows of a busy person are too many to be written in one turn. */
async function* textOf(
  { person, ...lists }: OwnRows,
  events: AsyncIterable<object[]>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `{\n  "success": true,\n  "person": ${JSON.stringify(person)}`;
  for (const [name, rows] of Object.entries(lists)) yield* listText(name, [rows], signal);
  yield* listText('auditEvents', events, signal);
  yield '\n}\n';
}

async function* listText(
  name: string,
  pages: Iterable<object[]> | AsyncIterable<object[]>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `,\n  "${name}": [`;
  let separator = '\n    ';
  for await (const page of pages) {
    for await (const row of inTurns(page, signal)) {
      yield separator + JSON.stringify(row);
      separator = ',\n    ';
    }
  }
  yield separator === '\n    ' ? ']' : '\n  ]';
}
