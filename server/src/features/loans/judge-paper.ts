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

export type EnteredBy = { id: string; name: string; deskId: string | null };

export type Judging = {
  entered: readonly EnteredLine[];
  by: EnteredBy;
  /** The admin who accepts a guard's lines. */
  acceptedBy?: { id: string; name: string };
  outages: readonly Outage[];
  /** Whether to keep the keys locked, as for recording. */
  lock: boolean;
  /** The time of entry; default: now. */
  at?: Date;
};

/** Judges each line, including access to its key as the desk would have decided at that time. */
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

/** Reads keys and people of the lines; `lock` keeps the keys locked. */
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
  const reports = await tx.rows<{ keyId: string; at: Date }>(
    `SELECT key_id AS "keyId", reported_at AS at FROM incidents
      WHERE key_id = ANY ($1) AND blocks AND resolved_at IS NULL`,
    [ids],
  );
  const lineKey = (row: KeyRow) => ({
    ...row,
    blockedBy: row.blocked ? row.condition : null,
    blockedSince: reports.find(({ keyId }) => keyId === row.id)?.at ?? null,
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

/** Looks up each text of the lines with one query. */
async function findByText<Row>(db: Connection, sql: string, texts: readonly string[]) {
  const rows = await db.rows<Row & { text: string }>(sql, [[...new Set(texts)]]);
  return new Map(rows.map((row) => [row.text, row]));
}

/**
 * Loans that may overlap the lines. Corrected loans ended when they began. Lines have millisecond
 * precision, so returns are rounded up.
 */
async function readLoans(tx: Transaction, lines: readonly ReadLine[]): Promise<RecordedLoan[]> {
  return tx.rows<RecordedLoan>(
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
}

export type JudgedLine = {
  line: ReadLine;
  verdict: PaperVerdict | undefined;
  /** `ready` is recorded now, `waits` by an admin. */
  ready?: ReadyLoan;
  waits?: ReadyLoan;
};

/** The loan that a line opens or ends, and by what right the key left. */
export type ReadyLoan = {
  line: Pick<ReadLine, 'outAt' | 'backAt'>;
  loanId: string;
  isReturn: boolean;
  key: KeyRow;
  person: { id: string; name: string };
  right: ReturnType<typeof requireAccess>;
  /** The end of the visitor's visit. */
  end: Date | null;
  sponsor: { id: string; name: string } | null;
  /** The visitor's name, if the sponsor has not answered. */
  unanswered: string | null;
};

/**
 * Judges lines in the order in which the keys left, by the access at that time: no one may enter
 * more than they could have done at the desk.
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

/** For a return: the holder already had the right to the key. */
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
  const visitor = access?.input.visitor;
  if (visitor) {
    const { sponsor } = visitor;
    Object.assign(visitor, await countVisitorKeys(tx, { line, holder, sponsor, before }));
  }
  if (access?.grantId && (await isUsedUp(tx, access.grantId, before))) {
    access.grantId = null;
    access.input.granted = false;
  }
  const require = (desk: { id: string }) =>
    requireAccess(access, { key, holder }, { desk, override: { reason: null } });
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
 * The highest number of other keys out at once to the visitor's phone number and through their
 * sponsor, by the records and the preceding lines.
 */
async function countVisitorKeys(
  tx: Transaction,
  { line, holder, sponsor, before }: AskedKeys,
): Promise<Pick<VisitorInput, 'keysOfNumber' | 'keysOfSponsor'>> {
  await lockVisitor(tx, { personId: holder.id });
  const sameNumber = await tx.rows<{ id: string }>(
    `SELECT o.id FROM visitors v JOIN users o ON o.id = v.user_id
      WHERE ${isSamePhone('o.phone', '(SELECT phone FROM users WHERE id = $1)')}`,
    [holder.id],
  );
  const ids = sameNumber.map(({ id }) => id);
  const rows = await tx.rows<VisitorLoan & { id: string }>(
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

/** Whether the preceding lines have used up a grant with a limited number of uses. */
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
