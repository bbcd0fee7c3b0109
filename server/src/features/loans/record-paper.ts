import { dueBy, dueFor } from '@keydesk/shared/due/due-for';
import { rolesThatMay } from '@keydesk/shared/http/roles';
import { returnTypeBy } from '@keydesk/shared/loans/loan-kinds';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../core/audit/record.ts';
import type { KeyChange, NotificationDelivery } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { databaseNow, type Transaction } from '../../db/client.ts';
import { isUse } from '../../db/predicates.ts';
import { loans } from '../../db/schema.ts';
import { recordedOverride } from '../access/index.ts';
import { findKeys, presentKey } from '../keys/index.ts';
import { listUserIdsByRole } from '../people/index.ts';
import { findByReturn } from './incidents.ts';
import {
  byOut,
  type EnteredBy,
  type JudgedLine,
  type Judging,
  type PaperDeps,
  type ReadyLoan,
  type Times,
} from './judge-paper.ts';
import { findDeskName } from './queries.ts';
import { tellWaiters } from './waits.ts';

export type Recorded = {
  loans: readonly ReadyLoan[];
  changes: KeyChange[];
  deliveries: NotificationDelivery[];
};

/** Stores the lines that can be recorded. The caller must have locked their keys. */
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
}

type Recording = Pick<Judging, 'by' | 'acceptedBy'> & { ready: readonly ReadyLoan[]; now: Date };

/** Stores the loans and notifies the people concerned. The caller must have locked the keys. */
async function record(
  tx: Transaction,
  { due }: PaperDeps,
  { by, acceptedBy, ready, now }: Recording,
): Promise<NotificationDelivery[]> {
  if (ready.length === 0) return [];
  const { deskId } = by;
  const timezone = due.calendar().timezone;
  const handOuts = ready.filter(({ isReturn }) => !isReturn);
  const deliveries = await endLoans(tx, { by, ready, now });
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
    const input = { key, holderId: person.id, rules: due.rules() };
    const usual = { ...dueFor(outAt, input, due.calendar()), extended: 0 };
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
    ...unansweredNotices(loan, by, admins),
  ]);
  return [...(await notify(tx, notices)), ...deliveries];
}

/** The end of a loan as far as paper says it. */
function endOf(backAt: Date, { by: { id, deskId }, now }: Pick<Recording, 'by' | 'now'>) {
  const who = { returnedBy: id, receivedBy: id, returnDeskId: deskId };
  return { returnedAt: backAt, returnType: returnTypeBy.desk, returnRecordedAt: now, ...who };
}

/**
 * Ends open loans. As after any return, missing keys are found, and people waiting for a key are
 * notified unless it went out again.
 */
async function endLoans(
  tx: Transaction,
  { by, ready, now }: Recording,
): Promise<NotificationDelivery[]> {
  const deliveries: NotificationDelivery[] = [];
  for (const { line, loanId, isReturn, key } of ready) {
    if (!isReturn || !line.backAt) continue;
    await tx.orm.update(loans).set(endOf(line.backAt, { by, now })).where(eq(loans.id, loanId));
    await findByReturn(tx, loanId, by.id);
    const isOut = ready.some((other) => other.key.id === key.id && !other.line.backAt);
    if (!isOut) deliveries.push(...(await tellWaiters(tx, key.id)));
  }
  return deliveries;
}

/** Uses a grant with a limited number of uses. */
async function useGrant(tx: Transaction, grantId: string, { outAt }: Times): Promise<void> {
  await tx.query(
    `UPDATE grants SET uses_left = uses_left - 1, used_up_at = CASE WHEN uses_left = 1 THEN $2::timestamptz END
      WHERE id = $1 AND uses_left > 0`,
    [grantId, outAt],
  );
}

/** A key whose last loan is among these is at this desk, as after a return, unless it is out. */
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

/** One event per line, and another one for an override. */
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
  const overridden = { action: 'override-access' as const, ...parties, method: 'paper' };
  return [entered, { ...overridden, ...recordedOverride(override) }];
}

/** Notifies the holder, and the key's owner of an override. */
function noticesOf(
  { line: { outAt, backAt }, loanId, isReturn, key, person, right }: ReadyLoan,
  { by, deskName, timezone }: { by: EnteredBy; deskName: string | null; timezone: string },
): NewNotification[] {
  const { id, keyNumber, keyName, ownerId } = key;
  const guard = { id: by.id, name: by.name };
  if (isReturn) {
    const paper = backAt && { backAt, timezone };
    const facts = { keyNumber, keyName, returnType: returnTypeBy.desk, returner: guard, paper };
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
    facts: { keyNumber, keyName, holder, guard, reason: null },
    aboutId: id,
    loanId,
  };
  return [lent, overridden];
}

type Late = { by: EnteredBy; admins: readonly string[]; now: Date; timezone: string };

/** Notifies every admin of a line that ends an overdue loan. */
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

/** As at the desk, notifies every admin if a visitor's sponsor has not answered. */
function unansweredNotices(
  { loanId, key, person, sponsor, unanswered }: ReadyLoan,
  by: EnteredBy,
  admins: readonly string[],
): NewNotification[] {
  if (!sponsor || unanswered === null) return [];
  const { id: aboutId, keyNumber, keyName } = key;
  const guard = { id: by.id, name: by.name };
  const facts = { keyNumber, keyName, person: { id: person.id, name: unanswered }, sponsor, guard };
  return admins.map((userId) => ({ userId, template: 'lent-unanswered', facts, aboutId, loanId }));
}
