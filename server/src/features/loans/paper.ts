import type { api } from '@keydesk/shared/api';
import { AppError, appError } from '@keydesk/shared/core/errors';
import { dueBy, dueFor } from '@keydesk/shared/due/due-for';
import { rolesThatMay } from '@keydesk/shared/http/roles';
import {
  type EnteredLine,
  judgePaper,
  type Outage,
  type PaperLine,
  type PaperLineResult,
  type PaperVerdict,
  type RecordedLoan,
  type VisitorSpan,
  visitorKeysBeside,
} from '@keydesk/shared/loans/paper';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '../../core/audit/record.ts';
import type { KeyChange, NotificationDelivery } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, databaseNow, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isUse, mayBorrow } from '../../db/predicates.ts';
import { holderOfLoan } from '../../db/rows.ts';
import { loans } from '../../db/schema.ts';
import {
  accessPolicyOf,
  gatherPastAccess,
  lockAccessForHandOut,
  lockVisitor,
  recordedOverride,
  requireAccess,
} from '../access/index.ts';
import { findKeys, type KeyRow, lockAndReadKeys, presentKey } from '../keys/index.ts';
import { listUserIdsByRole } from '../people/index.ts';
import { readOutages } from './outages.ts';
import { findDeskName } from './queries.ts';
import type { DeskUser, HandoverDeps } from './transaction.ts';
import { keepWaiting } from './waiting-paper.ts';
import { tellWaiters } from './waits.ts';

export type PaperDeps = Pick<HandoverDeps, 'db' | 'publisher' | 'deskSettings' | 'due'>;

/**
 * Records the handovers that were written on paper as far as nothing speaks against them, and says
 * of each line what became of it, or without `apply` what would (`nothing-forced`). What the desk
 * could have handed out for a reason is an `override`, and what it could not is refused. Each holder
 * is told and may dispute it (`not-me`). What did not happen in an outage waits for an admin.
 */
export async function enterPaper(
  deps: PaperDeps,
  desk: DeskUser,
  { lines: entered, apply }: z.output<typeof api.enterPaper.body>,
): Promise<{ lines: PaperLineResult[]; recorded: number }> {
  const by = { id: desk.id, name: desk.name, deskId: desk.duty?.deskId ?? null };
  const { judged, recorded } = await transact(deps.db, async (tx) => {
    const outages = await readOutages(tx, desk.duty?.deviceId);
    const judged = await judgeLines(tx, deps, { entered, by, outages, lock: apply });
    if (!apply) return { judged, recorded: nothing };
    const recorded = await recordLines(tx, deps, { by, judged });
    const waiting = judged.flatMap(({ waits }) => waits ?? []);
    recorded.deliveries.push(...(await keepWaiting(tx, by, waiting)));
    return { judged, recorded };
  });
  publishPaper(deps, recorded);
  return {
    lines: judged.map((line) => presentLine(line, apply)),
    recorded: recorded.changes.length === 0 ? 0 : recorded.loans.length,
  };
}

/** Who enters lines, and where. */
export type EnteredBy = { id: string; name: string; deskId: string | null };

type Judging = {
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

type Recorded = {
  loans: readonly ReadyLoan[];
  changes: KeyChange[];
  deliveries: NotificationDelivery[];
};

const nothing: Recorded = { loans: [], changes: [], deliveries: [] };

/** Stores what can be recorded of these lines, whose keys the caller has locked. */
export async function recordLines(
  tx: Transaction,
  deps: PaperDeps,
  { judged, ...who }: { judged: readonly JudgedLine[] } & Pick<Judging, 'by' | 'acceptedBy'>,
): Promise<Recorded> {
  const ready = judged.flatMap((line) => line.ready ?? []).toSorted(byOut);
  const deliveries = await record(tx, deps, { ...who, ready, now: await databaseNow(tx) });
  const keys = await findKeys(
    tx,
    ready.map(({ key }) => key.id),
  );
  const changes = keys.map((key) => {
    const ofKey = ready.filter((loan) => loan.key.id === key.id);
    const returned = ofKey.find(({ isReturn }) => isReturn);
    return {
      action: 'update' as const,
      key: presentKey(key, 'desk'),
      requestingUserId: ofKey.at(-1)?.person.id ?? '',
      ...(returned && { originalUserId: returned.person.id }),
      scannerId: who.by.id,
    };
  });
  return { loans: ready, changes, deliveries };
}

export function publishPaper(
  { publisher }: Pick<PaperDeps, 'publisher'>,
  { changes, deliveries }: Recorded,
): void {
  if (changes.length > 0) publisher.handedOver(changes, deliveries);
  else publisher.notified(deliveries);
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
            EXISTS (SELECT FROM loan_disputes d
                     WHERE d.loan_id = l.id AND d.settled_at IS NULL) AS disputed
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

type JudgedLine = {
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
};

const reason = 'From paper';

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
const ownRight = { right: { grantId: null, override: null }, end: null, sponsor: null };

function byOut(one: { line: Times }, other: { line: Times }): number {
  return one.line.outAt.getTime() - other.line.outAt.getTime();
}

type Times = Pick<PaperLine, 'outAt' | 'backAt'>;

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
): Promise<Pick<ReadyLoan, 'right' | 'end' | 'sponsor'> | { error: AppError }> {
  const question = { keyId: key.id, personId: holder.id, at: line.outAt };
  const access = await gatherPastAccess(tx, question, accessPolicyOf(deps));
  const visitor = access?.facts.visitor;
  if (visitor) visitor.keysOut = await countVisitorKeys(tx, { line, holder, before });
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
    return { right, end, sponsor: visitor?.sponsor ?? null };
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

type AskedKeys = { line: Times; holder: { id: string }; before: readonly ReadyLoan[] };

/** How many other keys a visitor had at the worst, by the record and the lines judged before. */
async function countVisitorKeys(
  tx: Transaction,
  { line, holder, before }: AskedKeys,
): Promise<number> {
  await lockVisitor(tx, { personId: holder.id });
  const { rows } = await tx.query<VisitorSpan & { id: string }>(
    `SELECT id, taken_at AS "outAt", returned_at AS "backAt", recorded_at IS NOT NULL AS "fromPaper"
       FROM loans l
      WHERE holder_id = $1 AND ${isUse('l')} AND taken_at < coalesce($3::timestamptz, 'infinity')
        AND (returned_at IS NULL OR returned_at > $2)`,
    [holder.id, line.outAt, line.backAt],
  );
  const recorded = rows.map((loan) => {
    const ended = before.find(({ loanId }) => loanId === loan.id);
    return ended ? { ...loan, backAt: ended.line.backAt } : loan;
  });
  const entered = before
    .filter(({ person, isReturn }) => person.id === holder.id && !isReturn)
    .map((loan) => ({ ...loan.line, fromPaper: true }));
  return visitorKeysBeside(line, [...recorded, ...entered]);
}

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

type Recording = Pick<Judging, 'by' | 'acceptedBy'> & { ready: readonly ReadyLoan[]; now: Date };

/** Stores the loans of keys that the caller has locked, and tells the people concerned. */
async function record(
  tx: Transaction,
  { due }: PaperDeps,
  { by, acceptedBy, ready, now }: Recording,
): Promise<NotificationDelivery[]> {
  if (ready.length === 0) return [];
  const { deskId } = by;
  const timezone = due.calendar().timezone;
  const handOuts = ready.filter(({ isReturn }) => !isReturn);
  const told = await endLoans(tx, { by, ready, now });
  const rows = handOuts.map((loan) => {
    const {
      line: { outAt, backAt },
      loanId,
      key,
      person,
      right,
      end,
      sponsor,
    } = loan;
    const facts = { key, holderId: person.id, rules: due.rules() };
    const usual = { ...dueFor(outAt, facts, due.calendar()), extended: 0 };
    const { dueAt, graceUntil, rule } = dueBy(usual, end);
    return {
      id: loanId,
      keyId: key.id,
      holderId: person.id,
      holderName: person.name,
      sponsorId: sponsor?.id ?? null,
      sponsorName: sponsor?.name ?? null,
      handedBy: by.id,
      takenAt: outAt,
      identifiedBy: 'paper' as const,
      recordedAt: now,
      deskId,
      dueAt,
      graceUntil,
      dueRuleId: rule?.id ?? null,
      grantId: right.grantId,
      ...(backAt && endOf(backAt, { by, now })),
    };
  });
  if (rows.length > 0) await tx.orm.insert(loans).values(rows);
  for (const { line, right } of ready) if (right.grantId) await useGrant(tx, right.grantId, line);
  await renewKeys(tx, ready, deskId);
  await recordAudit(tx, ...ready.flatMap((loan) => eventsOf(loan, by, acceptedBy)));
  const deskName = deskId && (await findDeskName(tx, deskId));
  const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
  const notices = ready.flatMap((loan) => [
    ...noticesOf(loan, { by, deskName, timezone }),
    ...lateNotices(loan, { by, admins, now, timezone }),
  ]);
  return [...(await notify(tx, notices)), ...told];
}

/** How a loan ended, as far as paper says it. */
function endOf(backAt: Date, { by: { id, deskId }, now }: Pick<Recording, 'by' | 'now'>) {
  const who = { returnedBy: id, receivedBy: id, returnDeskId: deskId };
  return { returnedAt: backAt, returnType: 'collected' as const, returnRecordedAt: now, ...who };
}

/**
 * Ends the open loans whose keys came back. As after any return, a key that was missed then is
 * found, and whoever waits for it is told unless it went out again.
 */
async function endLoans(
  tx: Transaction,
  { by, ready, now }: Recording,
): Promise<NotificationDelivery[]> {
  const told: NotificationDelivery[] = [];
  for (const { line, loanId, isReturn, key } of ready) {
    if (!isReturn || !line.backAt) continue;
    await tx.orm.update(loans).set(endOf(line.backAt, { by, now })).where(eq(loans.id, loanId));
    await tx.query(
      `UPDATE incidents SET resolved_at = $2, resolution = 'found', resolved_by = $3
        WHERE key_id = $1 AND resolved_at IS NULL AND kind IN ('lost', 'missing')
          AND reported_at <= $2`,
      [key.id, line.backAt, by.id],
    );
    const isOut = ready.some((other) => other.key.id === key.id && !other.line.backAt);
    if (!isOut) told.push(...(await tellWaiters(tx, key)));
  }
  return told;
}

/** Takes a use from access that was given for a number of times. */
async function useGrant(tx: Transaction, grantId: string, { outAt }: Times): Promise<void> {
  await tx.query(
    `UPDATE grants SET uses_left = uses_left - 1, used_up_at = CASE WHEN uses_left = 1 THEN $2::timestamptz END
      WHERE id = $1 AND uses_left > 0`,
    [grantId, outAt],
  );
}

/** A key whose last loan is one of these lies here, as after a return, unless it is still out. */
async function renewKeys(
  tx: Transaction,
  ready: readonly ReadyLoan[],
  deskId: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE keys SET version = version + 1, away_desk_id =
       CASE WHEN (SELECT l.id FROM loans l WHERE l.key_id = keys.id AND ${isUse('l')}
                   ORDER BY l.taken_at DESC, l.returned_at DESC LIMIT 1) <> ALL ($3) THEN away_desk_id
            WHEN NOT EXISTS (SELECT FROM loans l WHERE l.key_id = keys.id AND l.returned_at IS NULL)
            THEN nullif($2, coalesce(desk_id, $2)) END
      WHERE id = ANY ($1)`,
    [ready.map(({ key }) => key.id), deskId, ready.map(({ loanId }) => loanId)],
  );
}

/** One event of each line, and one more of a verdict against it. */
function eventsOf(
  { line: { outAt, backAt }, loanId, isReturn, key, person, right }: ReadyLoan,
  by: EnteredBy,
  acceptedBy: Judging['acceptedBy'],
) {
  const actorId = acceptedBy?.id ?? by.id;
  const parties = { actorId, subjectId: person.id, keyId: key.id, loanId };
  const entering = acceptedBy && { enteredBy: by.id };
  const details = { outAt, backAt, ...(isReturn && { returned: true }), ...entering };
  const entered = { action: 'enter-from-paper' as const, ...parties, details };
  const { override } = right;
  if (!override) return [entered];
  const overridden = { action: 'override-access' as const, ...parties, reason };
  return [entered, { ...overridden, ...recordedOverride(override) }];
}

/** What the holder is told, and the key's owner of a verdict against it. */
function noticesOf(
  { line: { outAt, backAt }, loanId, isReturn, key, person, right }: ReadyLoan,
  { by, deskName, timezone }: { by: EnteredBy; deskName: string | null; timezone: string },
): NewNotification[] {
  const { id, keyNumber, keyName, ownerId } = key;
  const guard = { id: by.id, name: by.name };
  if (isReturn) {
    const paper = backAt && { backAt, timezone };
    const facts = { keyNumber, keyName, returnType: 'collected' as const, returner: guard, paper };
    return [{ userId: person.id, template: 'key-returned', facts, aboutId: id, loanId }];
  }
  const paper = { outAt, backAt, timezone };
  const lent: NewNotification = {
    userId: person.id,
    template: 'key-lent',
    facts: { keyNumber, deskName, guard, paper },
    aboutId: id,
    loanId,
  };
  if (!right.override || !ownerId || ownerId === by.id) return [lent];
  const holder = { id: person.id, name: person.name };
  const overridden: NewNotification = {
    userId: ownerId,
    template: 'key-overridden',
    facts: { keyNumber, keyName, holder, guard, reason },
    aboutId: id,
    loanId,
  };
  return [lent, overridden];
}

type Late = { by: EnteredBy; admins: readonly string[]; now: Date; timezone: string };

/** Every admin hears of a line that ends a loan which was late. */
function lateNotices(
  { line: { backAt }, loanId, isReturn, key, person }: ReadyLoan,
  { by, admins, now, timezone }: Late,
): NewNotification[] {
  const { id: aboutId, keyNumber, keyName, dueAt, graceUntil } = key;
  if (!isReturn || !backAt || !dueAt || !graceUntil || graceUntil > now) return [];
  const holder = { id: person.id, name: person.name };
  const guard = { id: by.id, name: by.name };
  const facts = { keyNumber, keyName, holder, guard, dueAt, backAt, timezone };
  return admins.map((userId) => ({ userId, template: 'paper-late', facts, aboutId, loanId }));
}

function presentLine({ line, verdict, ready, waits }: JudgedLine, apply: boolean): PaperLineResult {
  const { key, person } = line;
  const about = {
    key: key && { id: key.id, keyNumber: key.keyNumber, keyName: key.keyName },
    person: person && { id: person.id, name: person.name },
  };
  if (verdict?.outcome === 'recorded-before') return { ...about, ...verdict };
  if (verdict?.outcome === 'refused') {
    const { outcome, error, loan, otherLine } = verdict;
    const { code, message } = error;
    return {
      ...about,
      outcome,
      code,
      message,
      otherLine,
      ...(loan && { loan: presentLoan(loan) }),
    };
  }
  const against = (ready ?? waits)?.right.override?.refusal?.text;
  if (waits) {
    const { code, message } = appError('PAPER_WAITS');
    return { ...about, outcome: 'waits', code, message, against };
  }
  return apply
    ? {
        ...about,
        outcome: 'recorded',
        loanId: ready?.loanId,
        against,
        ...(ready?.isReturn && { returned: true as const }),
      }
    : { ...about, outcome: 'ready', against };
}

function presentLoan({ loanId, holder, outAt, backAt }: RecordedLoan) {
  return { loanId, holder, outAt: outAt.toISOString(), backAt: backAt?.toISOString() ?? null };
}
