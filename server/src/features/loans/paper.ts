import type { api } from '@keydesk/shared/api';
import { dueBy, dueFor } from '@keydesk/shared/due/due-for';
import {
  type EnteredLine,
  judgePaper,
  type PaperLine,
  type PaperLineResult,
  type PaperVerdict,
  type RecordedLoan,
} from '@keydesk/shared/loans/paper';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery } from '../../core/live/publisher.ts';
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
  recordedOverride,
  rightInHindsight,
} from '../access/index.ts';
import { findKeys, type KeyRow, lockAndReadKeys, presentKey } from '../keys/index.ts';
import { findDeskName } from './queries.ts';
import type { DeskUser, HandoverDeps } from './transaction.ts';
import { tellWaiters } from './waits.ts';

type PaperDeps = Pick<HandoverDeps, 'db' | 'publisher' | 'deskSettings' | 'due'>;

/**
 * Records the handovers that were written on paper as far as nothing speaks against them, and says
 * of each line what became of it, or without `apply` what would (`nothing-forced`). The keys have
 * changed hands already, so access rules refuse nothing: a line against them is an `override`. Each
 * holder is told and may dispute it (`not-me`).
 */
export async function enterPaper(
  deps: PaperDeps,
  desk: DeskUser,
  { lines: entered, apply }: z.output<typeof api.enterPaper.body>,
): Promise<{ lines: PaperLineResult[]; recorded: number }> {
  const { lines, ready, keys, deliveries } = await transact(deps.db, async (tx) => {
    if (apply) await lockAccessForHandOut(tx);
    const lines = await readLines(tx, entered, apply);
    const now = await databaseNow(tx);
    const { timezone } = deps.due.calendar();
    const verdicts = judgePaper(lines, await readLoans(tx, lines), { now, timezone });
    const judged = lines.map((line, index) => {
      const verdict = verdicts[index];
      return { line: { ...line, ...(verdict?.outcome === 'ready' && verdict.times) }, verdict };
    });
    const ready = await prepare(tx, deps, judged);
    const deliveries = apply ? await record(tx, deps, { desk, ready, now }) : [];
    const keys = await findKeys(tx, apply ? ready.map(({ key }) => key.id) : []);
    return { lines: judged, ready, keys, deliveries };
  });
  const changes = keys.map((key) => {
    const ofKey = ready.filter((loan) => loan.key.id === key.id);
    const returned = ofKey.find(({ isReturn }) => isReturn);
    return {
      action: 'update' as const,
      key: presentKey(key, 'desk'),
      requestingUserId: ofKey.at(-1)?.person.id ?? '',
      ...(returned && { originalUserId: returned.person.id }),
      scannerId: desk.id,
    };
  });
  if (changes.length > 0) deps.publisher.handedOver(changes, deliveries);
  return {
    lines: lines.map((line) => presentLine(line, ready, apply)),
    recorded: apply ? ready.length : 0,
  };
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
  return entered.map(({ key, person, outAt, backAt }) => {
    const row = rows.find(({ id }) => id === keyIds.get(key)?.id);
    return {
      key: row && !row.deletedAt ? { ...row, blockedBy: row.blocked ? row.condition : null } : null,
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

type JudgedLine = { line: ReadLine; verdict: PaperVerdict | undefined };

/** A line as the loan that it becomes, or ends, and by what right its key left. */
type ReadyLoan = {
  line: ReadLine;
  loanId: string;
  isReturn: boolean;
  key: KeyRow;
  person: { id: string; name: string };
  right: ReturnType<typeof rightInHindsight>;
  /** Until when a visitor may have it. */
  end: Date | null;
  sponsor: { id: string; name: string } | null;
};

const reason = 'From paper';

/**
 * The lines that may be recorded, in the order in which the keys left, with what the access rules of
 * then say of them.
 */
async function prepare(
  tx: Transaction,
  deps: PaperDeps,
  judged: readonly JudgedLine[],
): Promise<ReadyLoan[]> {
  const ready = judged.flatMap(({ line, verdict }) =>
    verdict?.outcome === 'ready' && line.key && line.person
      ? [{ line, key: line.key, person: line.person, returns: verdict.returns }]
      : [],
  );
  const prepared: ReadyLoan[] = [];
  for (const { returns, ...loan } of ready.toSorted(byOut)) {
    if (returns) {
      const right = { grantId: null, override: null };
      prepared.push({ ...loan, loanId: returns, isReturn: true, right, end: null, sponsor: null });
      continue;
    }
    const question = { keyId: loan.key.id, personId: loan.person.id, at: loan.line.outAt };
    const access = await gatherPastAccess(tx, question, accessPolicyOf(deps));
    const right = await rightOf(tx, access, prepared);
    const visitor = access?.facts.visitor;
    const end = visitor ? new Date(visitor.validUntil) : null;
    const sponsor = visitor?.sponsor ?? null;
    prepared.push({ ...loan, loanId: newId(), isReturn: false, right, end, sponsor });
  }
  return prepared;
}

function byOut(one: { line: ReadLine }, other: { line: ReadLine }): number {
  return one.line.outAt.getTime() - other.line.outAt.getTime();
}

/** Access that was given for a number of times gives no right once the lines before have used it up. */
async function rightOf(
  tx: Transaction,
  access: Awaited<ReturnType<typeof gatherPastAccess>>,
  before: readonly ReadyLoan[],
): Promise<ReadyLoan['right']> {
  const right = rightInHindsight(access, reason);
  if (!access || !right.grantId) return right;
  const uses = before.filter((loan) => loan.right.grantId === right.grantId).length;
  const { rowCount } = await tx.query('SELECT FROM grants WHERE id = $1 AND uses_left <= $2', [
    right.grantId,
    uses,
  ]);
  if (rowCount === 0) return right;
  return rightInHindsight({ facts: { ...access.facts, granted: false }, grantId: null }, reason);
}

type Recording = { desk: DeskUser; ready: readonly ReadyLoan[]; now: Date };

/** Stores the loans of keys that the caller has locked, and tells the people concerned. */
async function record(
  tx: Transaction,
  { due }: PaperDeps,
  { desk, ready, now }: Recording,
): Promise<NotificationDelivery[]> {
  if (ready.length === 0) return [];
  const deskId = desk.duty?.deskId ?? null;
  const timezone = due.calendar().timezone;
  const handOuts = ready.filter(({ isReturn }) => !isReturn);
  const told = await endLoans(tx, { desk, ready, now });
  const rows = handOuts.map(
    ({ line: { outAt, backAt }, loanId, key, person, right, end, sponsor }) => {
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
        handedBy: desk.id,
        takenAt: outAt,
        identifiedBy: 'paper' as const,
        recordedAt: now,
        deskId,
        dueAt,
        graceUntil,
        dueRuleId: rule?.id ?? null,
        grantId: right.grantId,
        ...(backAt && endOf(backAt, { desk, now })),
      };
    },
  );
  if (rows.length > 0) await tx.orm.insert(loans).values(rows);
  for (const { line, right } of ready) if (right.grantId) await useGrant(tx, right.grantId, line);
  await renewKeys(tx, ready, deskId);
  await recordAudit(tx, ...ready.flatMap((loan) => eventsOf(loan, desk)));
  const deskName = deskId && (await findDeskName(tx, deskId));
  const notices = ready.flatMap((loan) => noticesOf(loan, { desk, deskName, timezone }));
  return [...(await notify(tx, notices)), ...told];
}

/** How a loan ended, as far as paper says it. */
function endOf(backAt: Date, { desk: { id, duty }, now }: Pick<Recording, 'desk' | 'now'>) {
  const by = { returnedBy: id, receivedBy: id, returnDeskId: duty?.deskId ?? null };
  return { returnedAt: backAt, returnType: 'collected' as const, returnRecordedAt: now, ...by };
}

/**
 * Ends the open loans whose keys came back. As after any return, a key that was missed then is
 * found, and whoever waits for it is told unless it went out again.
 */
async function endLoans(
  tx: Transaction,
  { desk, ready, now }: Recording,
): Promise<NotificationDelivery[]> {
  const told: NotificationDelivery[] = [];
  for (const { line, loanId, isReturn, key } of ready) {
    if (!isReturn || !line.backAt) continue;
    await tx.orm.update(loans).set(endOf(line.backAt, { desk, now })).where(eq(loans.id, loanId));
    await tx.query(
      `UPDATE incidents SET resolved_at = $2, resolution = 'found', resolved_by = $3
        WHERE key_id = $1 AND resolved_at IS NULL AND kind IN ('lost', 'missing')
          AND reported_at <= $2`,
      [key.id, line.backAt, desk.id],
    );
    const isOut = ready.some((other) => other.key.id === key.id && !other.line.backAt);
    if (!isOut) told.push(...(await tellWaiters(tx, key)));
  }
  return told;
}

/** Takes a use from access that was given for a number of times. */
async function useGrant(tx: Transaction, grantId: string, { outAt }: ReadLine): Promise<void> {
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
  desk: DeskUser,
) {
  const parties = { actorId: desk.id, subjectId: person.id, keyId: key.id, loanId };
  const details = { outAt, backAt, ...(isReturn && { returned: true }) };
  const entered = { action: 'enter-from-paper' as const, ...parties, details };
  const { override } = right;
  if (!override) return [entered];
  const overridden = { action: 'override-access' as const, ...parties, reason };
  return [entered, { ...overridden, ...recordedOverride(override) }];
}

/** What the holder is told, and the key's owner of a verdict against it. */
function noticesOf(
  { line: { outAt, backAt }, loanId, isReturn, key, person, right }: ReadyLoan,
  { desk, deskName, timezone }: { desk: DeskUser; deskName: string | null; timezone: string },
): NewNotification[] {
  const { id, keyNumber, keyName, ownerId } = key;
  const guard = { id: desk.id, name: desk.name };
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
  if (!right.override || !ownerId || ownerId === desk.id) return [lent];
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

function presentLine(
  { line, verdict }: JudgedLine,
  ready: readonly ReadyLoan[],
  apply: boolean,
): PaperLineResult {
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
  const loan = ready.find((one) => one.line === line);
  const against = loan?.right.override?.refusal?.text;
  return apply
    ? {
        ...about,
        outcome: 'recorded',
        loanId: loan?.loanId,
        against,
        ...(loan?.isReturn && { returned: true as const }),
      }
    : { ...about, outcome: 'ready', against };
}

function presentLoan({ loanId, holder, outAt, backAt }: RecordedLoan) {
  return { loanId, holder, outAt: outAt.toISOString(), backAt: backAt?.toISOString() ?? null };
}
