import { AppError } from '@keydesk/shared/core/errors';
import {
  type EnteredLine,
  judgePaper,
  type Outage,
  type PaperLine,
  type PaperVerdict,
  type RecordedLoan,
  type VisitorSpan,
  visitorKeysBeside,
} from '@keydesk/shared/loans/paper';
import type { VisitorInput } from '@keydesk/shared/people/visitor';
import { type Connection, databaseNow, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isDisputed, isSamePhone, isUse, mayBorrow } from '../../db/predicates.ts';
import { holderOfLoan } from '../../db/rows.ts';
import {
  accessPolicyOf,
  gatherPastAccess,
  lockAccessForHandOut,
  lockVisitor,
  requireAccess,
} from '../access/index.ts';
import { findKeys, type KeyRow, lockAndReadKeys } from '../keys/index.ts';
import type { HandoverDeps } from './transaction.ts';

export type PaperDeps = Pick<HandoverDeps, 'db' | 'publisher' | 'deskSettings' | 'due'>;

/** Who enters lines, and where. */
export type EnteredBy = { id: string; name: string; deskId: string | null };

export type Judging = {
  entered: readonly EnteredLine[];
  by: EnteredBy;
  /** The admin who accepts what a guard entered. */
  acceptedBy?: { id: string; name: string };
  outages: readonly Outage[];
  /** Whether its keys stay locked, as they do to record. */
  lock: boolean;
  /** When it was entered, if not now. */
  at?: Date;
};

/** What each line is, or would be: access to its key as at the desk of then included. */
export async function judgeLines(
  tx: Transaction,
  deps: PaperDeps,
  { entered, lock, outages, at, ...who }: Judging,
): Promise<JudgedLine[]> {
  if (lock) await lockAccessForHandOut(tx);
  const lines = await readLines(tx, entered, lock);
  const now = at ?? (await databaseNow(tx));
  const clock = { now, timezone: deps.due.calendar().timezone, outages };
  const verdicts = judgePaper(lines, await readLoans(tx, lines), clock);
  const judged = lines.map((line, index): JudgedLine => ({ line, verdict: verdicts[index] }));
  await judgeAccess(tx, deps, judged, who);
  return judged;
}

type ReadLine = Omit<PaperLine, 'key'> & { key: (KeyRow & PaperLine['key']) | null };

/** The lines with their keys, which stay locked with `lock`, and the people whom they name. */
async function readLines(
  tx: Transaction,
  entered: readonly EnteredLine[],
  lock: boolean,
): Promise<ReadLine[]> {
  const keyIds = await findByText<{ id: string }>(
    tx,
    `SELECT text, k.id FROM unnest($1::text[]) AS text
       JOIN keys k ON k.deleted_at IS NULL AND (k.id = text OR lower(k.key_number) = lower(text))`,
    entered.map(({ key }) => key),
  );
  const ids = [...keyIds.values()].map(({ id }) => id);
  const rows = lock ? await lockAndReadKeys(tx, ids) : await findKeys(tx, ids);
  const people = await findByText<NonNullable<PaperLine['person']>>(
    tx,
    `SELECT text, u.id, u.name, ${mayBorrow('u')} AS borrows FROM unnest($1::text[]) AS text
       JOIN users u ON u.deleted_at IS NULL
        AND (u.id = text OR lower(u.email) = lower(text) OR lower(u.faculty_id) = lower(text))
        FOR KEY SHARE OF u`,
    entered.map(({ person }) => person),
  );
  const reports = await tx.query<{ keyId: string; at: Date }>(
    `SELECT key_id AS "keyId", reported_at AS at FROM incidents
      WHERE key_id = ANY ($1) AND blocks AND resolved_at IS NULL`,
    [ids],
  );
  const lineKey = (row: KeyRow) => ({
    ...row,
    blockedBy: row.blocked ? row.condition : null,
    blockedSince: reports.rows.find(({ keyId }) => keyId === row.id)?.at ?? null,
  });
  return entered.map(({ key, person, outAt, backAt }) => {
    const row = rows.find(({ id }) => id === keyIds.get(key)?.id);
    return {
      key: row && !row.deletedAt ? lineKey(row) : null,
      person: people.get(person) ?? null,
      outAt: new Date(outAt),
      backAt: backAt ? new Date(backAt) : null,
    };
  });
}

/** What a query finds for each text that a line has. */
async function findByText<Row>(db: Connection, sql: string, texts: readonly string[]) {
  const { rows } = await db.query<Row & { text: string }>(sql, [[...new Set(texts)]]);
  return new Map(rows.map((row) => [row.text, row]));
}

/**
 * The loans that the lines might overlap. Those that were corrected ended when they began. Lines
 * have milliseconds, so that a return is rounded up.
 */
async function readLoans(tx: Transaction, lines: readonly ReadLine[]): Promise<RecordedLoan[]> {
  const { rows } = await tx.query<RecordedLoan>(
    `SELECT l.id AS "loanId", l.key_id AS "keyId", ${holderOfLoan('l', 'holder')}, l.taken_at AS "outAt",
            date_trunc('milliseconds', l.returned_at + interval '999 microseconds') AS "backAt",
            ${isDisputed('l.id')} AS disputed
       FROM loans l JOIN users holder ON holder.id = l.holder_id
      WHERE l.key_id = ANY ($1) AND ${isUse('l')} AND l.returned_at IS DISTINCT FROM l.taken_at
        AND (l.returned_at IS NULL OR l.returned_at >= $2)
      ORDER BY l.taken_at, l.id`,
    [
      lines.flatMap(({ key }) => key?.id ?? []),
      new Date(Math.min(...lines.map(({ outAt }) => outAt.getTime()))),
    ],
  );
  return rows;
}

export type JudgedLine = {
  line: ReadLine;
  verdict: PaperVerdict | undefined;
  /** What will be recorded of it, now or by an admin. */
  ready?: ReadyLoan;
  waits?: ReadyLoan;
};

/** A line as the loan that it becomes, or ends, and by what right its key left. */
export type ReadyLoan = {
  line: Pick<ReadLine, 'outAt' | 'backAt'>;
  loanId: string;
  isReturn: boolean;
  key: KeyRow;
  person: { id: string; name: string };
  right: ReturnType<typeof requireAccess>;
  /** Until when a visitor may have it. */
  end: Date | null;
  sponsor: { id: string; name: string } | null;
  /** Of a visitor whose sponsor has not answered: what they are called. */
  unanswered: string | null;
};

/** Why the desk handed out what it could not without a reason. */
export const reason = 'From paper';

/**
 * Judges the lines that may be recorded, or wait, in the order in which the keys left, by the access
 * of then: who enters a line may not do more than they could have done at the desk.
 */
async function judgeAccess(
  tx: Transaction,
  deps: PaperDeps,
  judged: JudgedLine[],
  who: Pick<Judging, 'by' | 'acceptedBy'>,
): Promise<void> {
  const before: ReadyLoan[] = [];
  for (const one of judged.toSorted(byOut)) {
    const { line, verdict } = one;
    const { key, person } = line;
    if (!key || !person || (verdict?.outcome !== 'ready' && verdict?.outcome !== 'waits')) continue;
    const { times, returns, outcome } = verdict;
    const loan = { line: times, key, person, loanId: returns ?? newId() };
    const right = returns ? ownRight : await rightOf(tx, deps, { loan, before, who });
    if ('error' in right) one.verdict = { outcome: 'refused', error: right.error };
    else {
      const ready = { ...loan, ...right, isReturn: returns !== undefined };
      one[outcome] = ready;
      before.push(ready);
    }
  }
}

/** Of a return: whose loan it ends had the right to the key. */
const ownRight = {
  right: { grantId: null, override: null },
  end: null,
  sponsor: null,
  unanswered: null,
};

export function byOut(one: { line: Times }, other: { line: Times }): number {
  return one.line.outAt.getTime() - other.line.outAt.getTime();
}

export type Times = Pick<PaperLine, 'outAt' | 'backAt'>;

type AskedRight = {
  loan: Pick<ReadyLoan, 'line' | 'key' | 'person'>;
  before: readonly ReadyLoan[];
  who: Pick<Judging, 'by' | 'acceptedBy'>;
};

/** By what right the key of a line left, or why the desk could not have handed it out. */
async function rightOf(
  tx: Transaction,
  deps: PaperDeps,
  { loan: { line, key, person: holder }, before, who }: AskedRight,
): Promise<Pick<ReadyLoan, 'right' | 'end' | 'sponsor' | 'unanswered'> | { error: AppError }> {
  const question = { keyId: key.id, personId: holder.id, at: line.outAt };
  const access = await gatherPastAccess(tx, question, accessPolicyOf(deps));
  const visitor = access?.facts.visitor;
  if (visitor) {
    const { sponsor } = visitor;
    Object.assign(visitor, await countVisitorKeys(tx, { line, holder, sponsor, before }));
  }
  if (access?.grantId && (await isUsedUp(tx, access.grantId, before))) {
    access.grantId = null;
    access.facts.granted = false;
  }
  const require = (desk: { id: string }) =>
    requireAccess(access, { key, holder }, { desk, overrideReason: reason });
  try {
    const right = require(who.by);
    if (who.acceptedBy) require(who.acceptedBy);
    const end = visitor ? new Date(visitor.validUntil) : null;
    const unanswered = visitor?.answer === null ? visitor.name : null;
    return { right, end, sponsor: visitor?.sponsor ?? null, unanswered };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

type AskedKeys = {
  line: Times;
  holder: { id: string };
  sponsor: { id: string };
  before: readonly ReadyLoan[];
};

/**
 * How many other keys were out at the worst to the phone number of a visitor and on behalf of their
 * sponsor, by the record and the lines judged before.
 */
async function countVisitorKeys(
  tx: Transaction,
  { line, holder, sponsor, before }: AskedKeys,
): Promise<Pick<VisitorInput, 'keysOfNumber' | 'keysOfSponsor'>> {
  await lockVisitor(tx, { personId: holder.id });
  const { rows: sameNumber } = await tx.query<{ id: string }>(
    `SELECT o.id FROM visitors v JOIN users o ON o.id = v.user_id
      WHERE ${isSamePhone('o.phone', '(SELECT phone FROM users WHERE id = $1)')}`,
    [holder.id],
  );
  const ids = sameNumber.map(({ id }) => id);
  const { rows } = await tx.query<VisitorLoan & { id: string }>(
    `SELECT id, taken_at AS "outAt", returned_at AS "backAt", recorded_at IS NOT NULL AS "fromPaper",
            holder_id AS "holderId", sponsor_id AS "sponsorId"
       FROM loans l
      WHERE (holder_id = ANY ($1) OR sponsor_id = $4) AND ${isUse('l')}
        AND taken_at < coalesce($3::timestamptz, 'infinity')
        AND (returned_at IS NULL OR returned_at > $2)`,
    [ids, line.outAt, line.backAt, sponsor.id],
  );
  const recorded = rows.map((loan) => {
    const ended = before.find(({ loanId }) => loanId === loan.id);
    return ended ? { ...loan, backAt: ended.line.backAt } : loan;
  });
  const entered = before
    .filter(({ isReturn }) => !isReturn)
    .map((loan) => ({
      ...loan.line,
      fromPaper: true,
      holderId: loan.person.id,
      sponsorId: loan.sponsor?.id ?? null,
    }));
  const all: VisitorLoan[] = [...recorded, ...entered];
  return {
    keysOfNumber: visitorKeysBeside(
      line,
      all.filter(({ holderId }) => ids.includes(holderId)),
    ),
    keysOfSponsor: visitorKeysBeside(
      line,
      all.filter(({ sponsorId }) => sponsorId === sponsor.id),
    ),
  };
}

type VisitorLoan = VisitorSpan & { holderId: string; sponsorId: string | null };

/** Whether the lines before have used up access that was given for a number of times. */
async function isUsedUp(
  tx: Transaction,
  grantId: string,
  before: readonly ReadyLoan[],
): Promise<boolean> {
  const uses = before.filter((loan) => loan.right.grantId === grantId).length;
  const { rowCount } = await tx.query('SELECT FROM grants WHERE id = $1 AND uses_left <= $2', [
    grantId,
    uses,
  ]);
  return rowCount !== 0;
}
