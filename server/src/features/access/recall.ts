import { decideAccess, type LocalMoment, localMoments } from '@keydesk/shared/access/decide-access';
import {
  type RefusalCause,
  recordedCause,
  refusalByRules,
} from '@keydesk/shared/access/refusal-cause';
import { refuses } from '@keydesk/shared/core/visitor-answers';
import { deskRoles, getsKeys, type Role } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
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

/** The recalled keys, and the notifications to their holders. */
export type Recalled = {
  keys: readonly KeyRow[];
  deliveries: readonly NotificationDelivery[];
};

type RecallOptions = {
  /** Who makes the change; null: the operator. */
  byId: string | null;
  /** The campus time zone: rules have hours. */
  timezone: string;
  /**
   * The loans that the change may affect, evaluated under the lock on access. Without it all open
   * loans are checked, and the change must not lock a person.
   */
  scope?: LoanScope | (() => Promise<LoanScope>) | undefined;
};

/**
 * Changes access, and recalls keys whose holders were allowed to have them only before (`recall`).
 * Must come first in its transaction, so that the lock on access precedes all others. The caller
 * announces the recalls after the commit.
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
 * Recalls a reopened loan if its holder lost access while the key was back. Rules that a guard
 * overrode recall nothing. The caller locks access before the key, as a hand-out does.
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
    (each) => !(overrides ? mayBorrowAtAll(each) : isAllowedAt(each, each.at)),
  );
  return (await recall(tx, lost, by)).deliveries;
}

export type AccessDeps = { db: Database; publisher: Publisher; due: CurrentDue };

/** Changes access in its own transaction and announces the recalls. */
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
 * Recalls after a change of exactly the returned rule: only loans that it applies to can get
 * another verdict, so they are read once.
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

/** Call it after the commit. */
export function announceRecalled(publisher: Publisher, { keys, deliveries }: Recalled): void {
  if (keys.length > 0) announceMoved(publisher, keys, deliveries);
}

/**
 * Compares both at the same moment, so that hours ending in between recall nothing. People who may
 * not take any key lose all, including keys that no rule gave them.
 */
function hasLostAccess(was: LoanAccess, now: LoanAccess, momentOf: MomentOf): boolean {
  if (!mayBorrowAtAll(now)) return mayBorrowAtAll(was);
  const moment = momentOf(now.at);
  return isAllowedAt(was, now.at, moment) && !isAllowedAt(now, now.at, moment);
}

/** Looks up the time zone once for all loans. */
type MomentOf = ReturnType<typeof localMoments>;

function isAllowedAt(loan: LoanAccess, at: Date, moment?: LocalMoment): boolean {
  return mayBorrowAtAll(loan) && decideAccess(loan.inputAt(at), moment).outcome === 'allowed';
}

function mayBorrowAtAll(loan: LoanAccess): boolean {
  return personCause(loan) === null;
}

/** Why the holder may take no key at all. */
function personCause({ isSuspended, holderRole, visitor }: LoanAccess): RefusalCause | null {
  if (isSuspended) return { code: 'SUSPENDED' };
  if (visitor && refuses(visitor.answer)) return { code: 'VISITOR_REFUSED' };
  if (visitor?.sponsorMayBorrow === false) return { code: 'VISITOR_WITHOUT_SPONSOR' };
  return getsKeys(holderRole) ? null : { code: 'HOLDER_CANNOT_BORROW' };
}

/**
 * Recalled keys stay recalled after the sponsor's new answer, with the current reason. The caller
 * must have locked the visitor's keys.
 * @returns the keys whose reason changed
 */
export async function restateRecalls(
  tx: Transaction,
  visitorId: string,
  { isRefused }: { isRefused: boolean },
): Promise<KeyRow[]> {
  const rows = await tx.rows<{ id: string }>(
    `WITH restated AS (
       UPDATE loans l SET recall_cause = $2, recall_reason = NULL
        WHERE holder_id = $1 AND returned_at IS NULL AND recalled_at IS NOT NULL
          AND recall_cause IS DISTINCT FROM $2
          AND EXISTS (SELECT FROM audit_events a
                       WHERE a.key_id = l.key_id AND a.loan_id = l.id AND a.action = 'recall-key'
                         AND a.details ->> 'code' = 'VISITOR_REFUSED')
       RETURNING key_id)
     UPDATE keys SET version = version + 1 FROM restated WHERE keys.id = restated.key_id
     RETURNING keys.id`,
    [visitorId, isRefused ? refusedCause : confirmedCause],
  );
  return findKeys(
    tx,
    rows.map(({ id }) => id),
  );
}

const refusedCause: RefusalCause = { code: 'VISITOR_REFUSED' };
const confirmedCause: RefusalCause = { code: 'VISITOR_CONFIRMED' };

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
  const causes = lost.flatMap((loan) => {
    const cause = personCause(loan) ?? refusalByRules(loan.inputAt(loan.at), loan.approver);
    return cause ? [{ loanId: loan.loanId, cause }] : [];
  });
  const recalled = await storeRecalls(tx, causes, byId);
  await recordAudit(
    tx,
    ...recalled.map(({ loanId, keyId, holderId, cause, was, dueAt }) => ({
      action: 'recall-key' as const,
      ...(byId === null ? { method: 'command' as const } : { actorId: byId }),
      subjectId: holderId,
      keyId,
      loanId,
      details: {
        ...recordedCause(cause),
        before: was?.toISOString() ?? null,
        after: dueAt.toISOString(),
      },
      // Only this part, which may name the holder, can be erased.
      personal: { reason: cause },
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

/** One notification per holder, for all keys. */
function noticesOf(recalled: readonly RecalledLoan[], timezone: string): NewNotification[] {
  const held = recalled.filter(({ disputed }) => !disputed);
  const holders = [...new Set(held.map(({ holderId }) => holderId))];
  return holders.map((userId) => {
    const loans = held
      .filter(({ holderId }) => holderId === userId)
      .map(({ loanId: id, keyId, keyNumber, dueAt, holderRole, cause }) => ({
        id,
        keyId,
        keyNumber,
        dueAt,
        holderRole,
        reason: cause,
      }));
    return { userId, template: 'key-recalled', facts: { loans, timezone }, ...aboutOneKey(loans) };
  });
}

/**
 * Notifies the desk and the admins of visitors whose sponsor can no longer borrow keys. The sponsor
 * gets the recall itself, but may be unable to sign in.
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
  const rows = await tx.rows<{ person: Named; sponsor: Named }>(
    `SELECT DISTINCT jsonb_build_object('id', v.user_id, 'name', ${visitorName('v')}) AS person,
            jsonb_build_object('id', s.id, 'name', s.name) AS sponsor
       FROM loans l JOIN visitors v ON v.user_id = l.holder_id
       JOIN users s ON s.id = coalesce(l.sponsor_id, v.sponsor_id) WHERE l.id = ANY ($1)`,
    [concerned.map(({ loanId }) => loanId)],
  );
  const desk = await listUserIdsByRole(tx, deskRoles);
  return rows.flatMap(({ person, sponsor }) => {
    const own = concerned.filter(({ holderId }) => holderId === person.id);
    const facts = { sponsor, person, keyNumbers: own.map(({ keyNumber }) => keyNumber) };
    return desk.map((userId) => ({ userId, template: 'visitor-without-sponsor' as const, facts }));
  });
}

type RecalledLoan = {
  loanId: string;
  keyId: string;
  keyNumber: string;
  holderId: string;
  holderRole: Role;
  cause: RefusalCause;
  was: Date | null;
  dueAt: Date;
  /** The holder says that they do not have the key. */
  disputed: boolean;
};

/** Maximum time to bring back a recalled key. */
const recallMinutes = 30;

/**
 * Makes these loans due soon, without grace, and records the move. Skips returned and already
 * recalled loans. With `byId` null the move is attributed to the holder. The caller must hold the
 * keys' locks.
 */
async function storeRecalls(
  tx: Transaction,
  recalls: readonly { loanId: string; cause: RefusalCause }[],
  byId: string | null,
): Promise<RecalledLoan[]> {
  return tx.rows<RecalledLoan>({
    name: 'recall-loans',
    text: `
      WITH given AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::jsonb[]) AS g (id, loan_id, cause)),
      before AS (
        SELECT l.id, l.due_at AS was, given.id AS move_id, given.cause,
               date_trunc('milliseconds', clock_timestamp()) AS at
          FROM given JOIN loans l ON l.id = given.loan_id
         WHERE l.returned_at IS NULL AND l.recalled_at IS NULL),
      recalled AS (
        UPDATE loans SET recalled_at = before.at, recall_cause = before.cause,
                         due_at = least(was, before.at + $4 * interval '1 minute'),
                         grace_until = least(was, before.at + $4 * interval '1 minute')
          FROM before WHERE loans.id = before.id
        RETURNING loans.id, loans.key_id, loans.holder_id, loans.due_at, was, move_id, cause),
      renewed AS (
        UPDATE keys SET version = version + 1 FROM recalled WHERE keys.id = recalled.key_id),
      moved AS (
        INSERT INTO loan_extensions (id, loan_id, from_due, to_due, by_id, at)
        SELECT move_id, id, was, due_at, coalesce($5, holder_id), clock_timestamp() FROM recalled
         WHERE due_at IS DISTINCT FROM was)
      SELECT recalled.id AS "loanId", key_id AS "keyId", key_number AS "keyNumber",
             holder_id AS "holderId", users.role AS "holderRole", cause, was, recalled.due_at AS "dueAt",
             ${isDisputed('recalled.id')} AS disputed
        FROM recalled JOIN keys ON keys.id = recalled.key_id
        JOIN users ON users.id = recalled.holder_id ORDER BY key_number`,
    values: [
      recalls.map(() => newId()),
      recalls.map(({ loanId }) => loanId),
      recalls.map(({ cause }) => cause),
      recallMinutes,
      byId,
    ],
  });
}
