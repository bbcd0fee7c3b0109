import {
  decideAccess,
  denyingRule,
  type LocalMoment,
  localMoments,
} from '@keydesk/shared/access/decide-access';
import { allowedHoursText } from '@keydesk/shared/access/rule-text';
import { refuses } from '@keydesk/shared/core/visitor-answers';
import { deskRoles, getsKeys, type Role } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/recalls';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import { aboutOneKey, type Named } from '../../core/messages/messages.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isDisputed, visitorName } from '../../db/predicates.ts';
import { announceMoved, type CurrentDue } from '../due/index.ts';
import { findKeys, type KeyRow, lockAndReadKeys } from '../keys/index.ts';
import { listUserIdsByRole } from '../people/index.ts';
import {
  type LoanAccess,
  type LoanScope,
  type RuleScope,
  readLoanAccess,
  readRules,
  underRules,
} from './access-input.ts';
import { lockAccessForChange } from './hand-out-access.ts';

/** The keys that a change recalled, and what their holders are told of it. */
export type Recalled = {
  keys: readonly KeyRow[];
  deliveries: readonly NotificationDelivery[];
};

type RecallOptions = {
  /** Whose change it is; null: of who has the machine. */
  byId: string | null;
  /** Of the campus: rules hold at certain hours. */
  timezone: string;
  /**
   * The loans that the change can concern, asked for under the lock of access; without it, all that
   * are open, and the change locks no person.
   */
  scope?: LoanScope | (() => Promise<LoanScope>) | undefined;
};

/**
 * Makes a change of who may take which keys, and recalls the keys whose holders were allowed to
 * have them before and are not any more (`recall`). It has to be the first thing in its
 * transaction, so that no lock is taken before that of access; the caller announces what was
 * recalled after the commit.
 */
export async function recallWithoutAccess<T>(
  tx: Transaction,
  { byId, timezone, scope }: RecallOptions,
  change: () => Promise<T>,
): Promise<{ result: T; recalled: Recalled }> {
  await lockAccessForChange(tx);
  const concerned = typeof scope === 'function' ? await scope() : scope;
  const open = await readLoanAccess(tx, timezone, await readRules(tx), concerned);
  const keyIds = open.map(({ keyId }) => keyId);
  // A handover locks keys before people, and the change may lock a person.
  if (concerned) await lockAndReadKeys(tx, keyIds);
  const result = await change();
  if (open.length === 0) return { result, recalled: { keys: [], deliveries: [] } };
  const before = new Map(open.map((loan) => [loan.loanId, loan]));
  const rules = await readRules(tx);
  const after = await readLoanAccess(tx, timezone, rules, { ...concerned, keyIds });
  const momentOf = localMoments(timezone);
  const lost = after.filter((loan) => {
    const was = before.get(loan.loanId);
    return was !== undefined && hasLostAccess(was, loan, momentOf);
  });
  return { result, recalled: await recall(tx, lost, { byId, timezone }) };
}

/**
 * Recalls this loan, which is open again, if its holder lost the right to its key while it was back.
 * A rule recalls nothing that a guard overrode. The caller locks access as a hand-out does, before
 * the key.
 */
export async function recallReopened(
  tx: Transaction,
  loan: { id: string; keyId: string },
  by: Omit<RecallOptions, 'scope'>,
): Promise<readonly NotificationDelivery[]> {
  const rules = await readRules(tx);
  const open = await readLoanAccess(tx, by.timezone, rules, { keyIds: [loan.keyId] });
  const { rowCount: overrides } = await tx.query(
    `SELECT FROM audit_events
      WHERE key_id = $1 AND loan_id = $2 AND action = 'override-access' LIMIT 1`,
    [loan.keyId, loan.id],
  );
  const lost = open.filter(
    (each) => (overrides ? personRefusal(each) : refusalAt(each, each.at)) !== null,
  );
  return (await recall(tx, lost, by)).deliveries;
}

/** What a change of access needs. */
export type AccessDeps = { db: Database; publisher: Publisher; due: CurrentDue };

/** Makes such a change in a transaction of its own, and announces what it recalled. */
export async function changeAccess<T>(
  { db, publisher, due }: AccessDeps,
  by: User,
  scope: RecallOptions['scope'],
  change: (tx: Transaction) => Promise<T>,
): Promise<{ result: T; recalled: Recalled }> {
  const options = { byId: by.id, timezone: due.calendar().timezone, scope };
  const done = await transact(db, (tx) => recallWithoutAccess(tx, options, () => change(tx)));
  announceRecalled(publisher, done.recalled);
  return done;
}

/**
 * Recalls alike after a change of the one rule that it returns and of nothing else: only loans that
 * the rule is about can be judged otherwise, and they need to be read only once.
 */
export async function recallByRule<T extends { rule: RuleScope }>(
  tx: Transaction,
  { byId, timezone }: Omit<RecallOptions, 'scope'>,
  change: () => Promise<T>,
): Promise<{ result: T; recalled: Recalled }> {
  await lockAccessForChange(tx);
  const before = await readRules(tx);
  const result = await change();
  const after = await readRules(tx);
  const loans = await readLoanAccess(tx, timezone, after, { rule: result.rule });
  const momentOf = localMoments(timezone);
  const lost = loans.filter((loan) => hasLostAccess(underRules(loan, before), loan, momentOf));
  return { result, recalled: await recall(tx, lost, { byId, timezone }) };
}

/** To be called after the commit: shows pages the recalled keys, and tells their holders. */
export function announceRecalled(publisher: Publisher, { keys, deliveries }: Recalled): void {
  if (keys.length > 0) announceMoved(publisher, keys, deliveries);
}

/**
 * Both are judged at one moment, so that hours which end in between revoke nothing. Whoever may not
 * take any key any more loses all, those too that the rules did not give them.
 */
function hasLostAccess(was: LoanAccess, now: LoanAccess, momentOf: MomentOf): boolean {
  if (personRefusal(now) !== null) return personRefusal(was) === null;
  const moment = momentOf(now.at);
  return refusalAt(was, now.at, moment) === null && refusalAt(now, now.at, moment) !== null;
}

/** Looks up the time zone once for all loans. */
type MomentOf = ReturnType<typeof localMoments>;

type Refusal = { code: string; text: string; ruleId?: string | undefined };

/**
 * Why the holder may not take this key; null if they may. The holder, the desk and the audit log
 * read the text, now and later.
 */
function refusalAt(loan: LoanAccess, at: Date, moment?: LocalMoment): Refusal | null {
  const ofPerson = personRefusal(loan);
  if (ofPerson !== null) return ofPerson;
  const facts = loan.factsAt(at);
  const { outcome, reasons } = decideAccess(facts, moment, {
    hoursText: allowedHoursText,
    readerId: null,
  });
  if (outcome === 'allowed') return null;
  const { code = '', text = '' } = reasons[0] ?? {};
  return { code, text, ruleId: denyingRule(facts)?.id };
}

/** Why the holder may take no key, whatever the rules say. */
function personRefusal({ isSuspended, holderRole, visitor }: LoanAccess): Refusal | null {
  if (isSuspended) return { code: 'SUSPENDED', text: t('suspended') };
  if (visitor && refuses(visitor.answer)) return { code: 'VISITOR_REFUSED', text: t('refused') };
  if (visitor?.sponsorMayBorrow === false)
    return {
      code: 'VISITOR_WITHOUT_SPONSOR',
      text: t('without-sponsor'),
    };
  if (getsKeys(holderRole)) return null;
  return { code: 'HOLDER_CANNOT_BORROW', text: t('takes-no-keys') };
}

/**
 * Keys stay recalled after a sponsor's other word, and the reason says what holds now. The caller
 * has locked the visitor's keys.
 * @returns the keys whose reason is another text now
 */
export async function restateRecalls(
  tx: Transaction,
  visitorId: string,
  { isRefused }: { isRefused: boolean },
): Promise<KeyRow[]> {
  const { rows } = await tx.query<{ id: string }>(
    `WITH restated AS (
       UPDATE loans l SET recall_reason = $2
        WHERE holder_id = $1 AND returned_at IS NULL AND recall_reason <> $2
          AND EXISTS (SELECT FROM audit_events a
                       WHERE a.key_id = l.key_id AND a.loan_id = l.id AND a.action = 'recall-key'
                         AND a.details ->> 'code' = 'VISITOR_REFUSED')
       RETURNING key_id)
     UPDATE keys SET version = version + 1 FROM restated WHERE keys.id = restated.key_id
     RETURNING keys.id`,
    [visitorId, isRefused ? t('refused') : t('vouched')],
  );
  return findKeys(
    tx,
    rows.map(({ id }) => id),
  );
}

async function recall(
  tx: Transaction,
  lost: readonly LoanAccess[],
  { byId, timezone }: Omit<RecallOptions, 'scope'>,
): Promise<Recalled> {
  if (lost.length === 0) return { keys: [], deliveries: [] };
  await lockAndReadKeys(
    tx,
    lost.map(({ keyId }) => keyId),
  );
  const recalled = await storeRecalls(
    tx,
    lost.map((loan) => ({ loanId: loan.loanId, reason: refusalAt(loan, loan.at)?.text ?? '' })),
    byId,
  );
  const refusals = new Map(lost.map((loan) => [loan.loanId, refusalAt(loan, loan.at)]));
  await recordAudit(
    tx,
    ...recalled.map(({ loanId, keyId, holderId, reason, was, dueAt }) => ({
      action: 'recall-key' as const,
      ...(byId === null ? { method: 'command' as const } : { actorId: byId }),
      subjectId: holderId,
      keyId,
      loanId,
      details: {
        ...recordedCause(refusals.get(loanId)),
        before: was?.toISOString() ?? null,
        after: dueAt.toISOString(),
      },
      // It may name the holder, which can be erased; the rest of the event cannot.
      personal: { reason },
    })),
  );
  return {
    keys: await findKeys(
      tx,
      recalled.map(({ keyId }) => keyId),
    ),
    deliveries: await notify(tx, [
      ...noticesOf(recalled, timezone),
      ...(await sponsorlessNotices(tx, lost, recalled)),
    ]),
  };
}

function recordedCause(refusal: Refusal | null | undefined) {
  return refusal && { code: refusal.code, ...(refusal.ruleId && { ruleId: refusal.ruleId }) };
}

/** One message for each holder, however many keys. */
function noticesOf(recalled: readonly RecalledLoan[], timezone: string): NewNotification[] {
  const held = recalled.filter(({ disputed }) => !disputed);
  const holders = [...new Set(held.map(({ holderId }) => holderId))];
  return holders.map((userId) => {
    const loans = held
      .filter(({ holderId }) => holderId === userId)
      .map(({ loanId: id, keyId, keyNumber, dueAt, holderRole, reason }) => ({
        id,
        keyId,
        keyNumber,
        dueAt,
        holderRole,
        reason,
      }));
    return { userId, template: 'key-recalled', facts: { loans, timezone }, ...aboutOneKey(loans) };
  });
}

/**
 * Notifies the desk and the admins of visitors whose sponsor can have no keys any more. The sponsor
 * gets the recall itself, and may not be able to sign in.
 */
async function sponsorlessNotices(
  tx: Transaction,
  lost: readonly LoanAccess[],
  recalled: readonly RecalledLoan[],
): Promise<NewNotification[]> {
  const without = lost.filter(({ visitor }) => visitor?.sponsorMayBorrow === false);
  const loanIds = new Set(without.map(({ loanId }) => loanId));
  const concerned = recalled.filter(({ loanId }) => loanIds.has(loanId));
  if (concerned.length === 0) return [];
  const { rows } = await tx.query<{ person: Named; sponsor: Named }>(
    `SELECT DISTINCT jsonb_build_object('id', v.user_id, 'name', ${visitorName('v')}) AS person,
            jsonb_build_object('id', s.id, 'name', s.name) AS sponsor
       FROM loans l JOIN visitors v ON v.user_id = l.holder_id
       JOIN users s ON s.id = coalesce(l.sponsor_id, v.sponsor_id) WHERE l.id = ANY ($1)`,
    [concerned.map(({ loanId }) => loanId)],
  );
  const told = await listUserIdsByRole(tx, deskRoles);
  return rows.flatMap(({ person, sponsor }) => {
    const own = concerned.filter(({ holderId }) => holderId === person.id);
    const facts = { sponsor, person, keyNumbers: own.map(({ keyNumber }) => keyNumber) };
    return told.map((userId) => ({ userId, template: 'visitor-without-sponsor' as const, facts }));
  });
}

/** A loan that was recalled, when it was due before, and when it is now. */
type RecalledLoan = {
  loanId: string;
  keyId: string;
  keyNumber: string;
  holderId: string;
  holderRole: Role;
  reason: string;
  was: Date | null;
  dueAt: Date;
  /** Its holder says that they do not have the key. */
  disputed: boolean;
};

/** So soon at the latest a recalled key is to be back. */
const recallMinutes = 30;

/**
 * Recalls these loans: due soon, without grace. What they were due before is kept like any other
 * move. Those that came back or were recalled before are left out. Where nobody recalls them
 * (`byId` null), the move is the holder's. The caller holds the locks of the keys.
 */
async function storeRecalls(
  tx: Transaction,
  recalls: readonly { loanId: string; reason: string }[],
  byId: string | null,
): Promise<RecalledLoan[]> {
  const { rows } = await tx.query<RecalledLoan>({
    name: 'recall-loans',
    text: `
      WITH given AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS g (id, loan_id, reason)),
      before AS (
        SELECT l.id, l.due_at AS was, given.id AS move_id, given.reason,
               date_trunc('milliseconds', clock_timestamp()) AS at
          FROM given JOIN loans l ON l.id = given.loan_id
         WHERE l.returned_at IS NULL AND l.recalled_at IS NULL),
      recalled AS (
        UPDATE loans SET recalled_at = before.at, recall_reason = before.reason,
                         due_at = least(was, before.at + $4 * interval '1 minute'),
                         grace_until = least(was, before.at + $4 * interval '1 minute')
          FROM before WHERE loans.id = before.id
        RETURNING loans.id, loans.key_id, loans.holder_id, loans.due_at, was, move_id, reason),
      renewed AS (
        UPDATE keys SET version = version + 1 FROM recalled WHERE keys.id = recalled.key_id),
      moved AS (
        INSERT INTO loan_extensions (id, loan_id, from_due, to_due, by_id, at, reason)
        SELECT move_id, id, was, due_at, coalesce($5, holder_id), clock_timestamp(), reason FROM recalled
         WHERE due_at IS DISTINCT FROM was)
      SELECT recalled.id AS "loanId", key_id AS "keyId", key_number AS "keyNumber",
             holder_id AS "holderId", users.role AS "holderRole", reason, was, recalled.due_at AS "dueAt",
             ${isDisputed('recalled.id')} AS disputed
        FROM recalled JOIN keys ON keys.id = recalled.key_id
        JOIN users ON users.id = recalled.holder_id ORDER BY key_number`,
    values: [
      recalls.map(() => newId()),
      recalls.map(({ loanId }) => loanId),
      recalls.map(({ reason }) => reason),
      recallMinutes,
      byId,
    ],
  });
  return rows;
}
