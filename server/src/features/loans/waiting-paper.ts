import type { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import { rolesThatMay } from '@keydesk/shared/http/roles';
import type { WaitingLine } from '@keydesk/shared/loans/paper';
import type { User } from '@keydesk/shared/people/user';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '../../core/audit/record.ts';
import type { KeyChange, NotificationDelivery } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { type Connection, databaseNow, type Transaction, transact } from '../../db/client.ts';
import { namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import { paperLines } from '../../db/schema.ts';
import { findKeys, presentKey } from '../keys/index.ts';
import { listUserIdsByRole } from '../people/index.ts';
import { raiseKeyVersion } from './disputes.ts';
import { type EnteredBy, judgeLines, type PaperDeps, type ReadyLoan } from './judge-paper.ts';
import { publishPaper, type Recorded, recordLines } from './record-paper.ts';

/** Stores lines for an admin's decision unless they wait already; notifies every admin. */
export async function keepWaiting(
  tx: Transaction,
  by: EnteredBy,
  loans: readonly ReadyLoan[],
): Promise<Pick<Recorded, 'changes' | 'deliveries'>> {
  if (loans.length === 0) return { changes: [], deliveries: [] };
  const now = await databaseNow(tx);
  const kept = await tx.orm
    .insert(paperLines)
    .values(
      loans.map(({ line, key, person }) => ({
        keyId: key.id,
        personId: person.id,
        outAt: line.outAt,
        backAt: line.backAt,
        enteredBy: by.id,
        enteredAt: now,
        deskId: by.deskId,
      })),
    )
    .onConflictDoNothing()
    .returning();
  if (kept.length === 0) return { changes: [], deliveries: [] };
  await recordAudit(
    tx,
    ...kept.map(({ keyId, personId, outAt, backAt }) => ({
      action: 'paper-waits' as const,
      actorId: by.id,
      subjectId: personId,
      keyId,
      details: { outAt, backAt },
    })),
  );
  const ofKey = (id: string) => loans.find(({ key }) => key.id === id)?.key.keyNumber ?? '';
  const facts = {
    keyNumbers: kept.map(({ keyId }) => ofKey(keyId)),
    guard: { id: by.id, name: by.name },
  };
  const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
  const notices = admins.map((userId) => ({ userId, template: 'paper-waits' as const, facts }));
  const changes = await changesOf(tx, new Set(kept.map(({ keyId }) => keyId)));
  return { changes, deliveries: await notify(tx, notices) };
}

/** Screens show waiting lines of a key, so one that waits or is refused changes its version. */
async function changesOf(tx: Transaction, keyIds: ReadonlySet<string>): Promise<KeyChange[]> {
  for (const id of keyIds) await raiseKeyVersion(tx, id);
  const keys = await findKeys(tx, [...keyIds]);
  return keys.map((key) => ({ action: 'update', key: presentKey(key, 'desk') }));
}

type WaitingRow = RowOf<WaitingLine, 'outAt' | 'backAt' | 'enteredAt'>;

/** Lines that wait for an admin, and recent paper periods. */
export async function listPaper(db: Connection) {
  const [lines, periods] = await Promise.all([
    db.rows<WaitingRow>(
      `SELECT p.id, p.out_at AS "outAt", p.back_at AS "backAt", p.entered_at AS "enteredAt",
              jsonb_build_object('id', k.id, 'keyNumber', k.key_number, 'keyName', k.key_name) AS key,
              ${namedAs('person')}, ${namedAs('guard', 'enteredBy')}
         FROM paper_lines p JOIN keys k ON k.id = p.key_id
         JOIN users person ON person.id = p.person_id JOIN users guard ON guard.id = p.entered_by
        WHERE p.decided_at IS NULL ORDER BY p.entered_at, p.out_at, p.id`,
    ),
    db.rows<{ id: string; from: Date; to: Date; openedBy: { id: string; name: string } }>(
      `SELECT outages.id, from_at AS "from", to_at AS "to", ${namedAs('admin', 'openedBy')}
         FROM outages JOIN users admin ON admin.id = opened_by
        WHERE to_at > now() - interval '7 days' ORDER BY to_at DESC, outages.id`,
    ),
  ]);
  return { lines: lines.map(toAnswer), periods: periods.map(toAnswer) };
}

type Decision = z.output<typeof api.decidePaper.body>['decision'];

/**
 * Records a waiting line, judged as of its entry, or refuses it and notifies its guard. One that
 * cannot be recorded still waits.
 */
export async function decidePaper(
  deps: PaperDeps,
  { id: adminId, name }: User,
  lineId: string,
  decision: Decision,
): Promise<void> {
  const acceptedBy = { id: adminId, name };
  const recorded = await transact(deps.db, async (tx) => {
    const waiting = await readWaiting(tx, lineId);
    if (decision === 'refuse') {
      const changes = await changesOf(tx, new Set([waiting.line.key]));
      await decide(tx, { adminId, lineId, decision });
      return { loans: [], changes, deliveries: await refuse(tx, acceptedBy, waiting) };
    }
    const { line, by, enteredAt } = waiting;
    const who = { by, acceptedBy };
    const always = [{ from: new Date(0), to: enteredAt }];
    const entered = [
      { ...line, outAt: line.outAt.toISOString(), backAt: line.backAt?.toISOString() },
    ];
    const lock = { lock: true, at: enteredAt };
    const judged = await judgeLines(tx, deps, { entered, outages: always, ...lock, ...who });
    const verdict = judged[0]?.verdict;
    if (verdict?.outcome === 'refused') throw verdict.error;
    await decide(tx, { adminId, lineId, decision });
    return recordLines(tx, deps, { judged, ...who });
  });
  publishPaper(deps, recorded);
}

type StoredLine = { key: string; person: string; outAt: Date; backAt: Date | null };

async function readWaiting(tx: Transaction, id: string) {
  const row = await tx.first<
    StoredLine & { keyNumber: string; enteredAt: Date; decidedAt: Date | null; by: EnteredBy }
  >(
    `SELECT p.key_id AS key, p.person_id AS person, p.out_at AS "outAt", p.back_at AS "backAt",
            k.key_number AS "keyNumber", p.entered_at AS "enteredAt", p.decided_at AS "decidedAt",
            jsonb_build_object('id', u.id, 'name', u.name, 'deskId', p.desk_id) AS by
       FROM paper_lines p JOIN users u ON u.id = p.entered_by JOIN keys k ON k.id = p.key_id
      WHERE p.id = $1`,
    [id],
  );
  if (!row) throw appError('PAPER_NOT_FOUND');
  if (row.decidedAt) throw appError('PAPER_DECIDED');
  const { key, person, outAt, backAt, keyNumber, by, enteredAt } = row;
  return { line: { key, person, outAt, backAt }, keyNumber, by, enteredAt };
}

type Deciding = { adminId: string; lineId: string; decision: Decision };

/** The caller must hold the key's lock, so that the second of two admins finds the line decided. */
async function decide(tx: Transaction, { adminId, lineId, decision }: Deciding): Promise<void> {
  const decided = await tx.orm
    .update(paperLines)
    .set({ decision, decidedBy: adminId, decidedAt: sql`clock_timestamp()` })
    .where(and(eq(paperLines.id, lineId), isNull(paperLines.decidedAt)))
    .returning({ id: paperLines.id });
  if (decided.length === 0) throw appError('PAPER_DECIDED');
}

type Refused = Awaited<ReturnType<typeof readWaiting>>;

async function refuse(
  tx: Transaction,
  admin: { id: string; name: string },
  { line: { key: keyId, person: subjectId, outAt, backAt }, keyNumber, by }: Refused,
): Promise<NotificationDelivery[]> {
  const details = { outAt, backAt, enteredBy: by.id };
  const parties = { actorId: admin.id, subjectId, keyId };
  await recordAudit(tx, { action: 'refuse-paper', ...parties, details });
  const facts = { keyNumber, admin };
  return notify(tx, [{ userId: by.id, template: 'paper-refused', facts, aboutId: keyId }]);
}
