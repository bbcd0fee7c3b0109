import type { api } from '@keydesk/shared/api';
import type { Desk } from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/core/errors';
import { rolesThatMay } from '@keydesk/shared/http/roles';
import { isOffItsHook, resolutionBy, unseenKind } from '@keydesk/shared/keys/incident-kinds';
import type { Key } from '@keydesk/shared/keys/key';
import { supersedes } from '@keydesk/shared/loans/incidents';
import { isCollected, isProven, returnTypeBy } from '@keydesk/shared/loans/loan-kinds';
import { decideUndo, type UndoableLoan, type Undoer } from '@keydesk/shared/loans/undo';
import { type Handover, type UndoReason, undoReasons } from '@keydesk/shared/loans/undo-reasons';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { z } from 'zod';
import type { ActionLimits } from '../../core/action-limits.ts';
import { recordAudit } from '../../core/audit/record.ts';
import type { KeyChange, NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { quoted } from '../../db/kinds-sql.ts';
import { isUse, lastDeskOf } from '../../db/predicates.ts';
import { holderName } from '../../db/rows.ts';
import { lockAccessForHandOut, recallReopened } from '../access/index.ts';
import { findKeys, type KeyRow, lockAndReadKeys, presentKey, readForDesk } from '../keys/index.ts';
import { listUserIdsByRole } from '../people/index.ts';
import { findParties } from './disputes.ts';
import { endAsMistake, isReportOf, manyNotices, openIncident, openReportOf } from './incidents.ts';
import type { DeskUser } from './transaction.ts';
import { correctNotifications, tellWaiters } from './waits.ts';

type Undo = z.output<typeof api.undoHandover.body>;

export type UndoDeps = {
  db: Database;
  actionLimits: ActionLimits;
  publisher: Publisher;
  /** Every desk of the campus, including retired ones. */
  desks: () => readonly Desk[];
  timezone: () => string;
};

/**
 * Undoes a handover recorded by mistake (`undone-handover`): cancels the loan of a hand-out,
 * reopens that of a return. The history keeps it as undone, and the holder is notified. Idempotent.
 * @returns the key's new state and a description of it
 */
export async function undoHandover(
  deps: UndoDeps,
  desk: DeskUser,
  loanId: string,
  { reason, handover: asked, atDeskId }: Undo,
): Promise<{ key: Key; message: string }> {
  const undone = await transact(deps.db, async (tx) => {
    await lockAccessForHandOut(tx);
    const { key, loan } = await lockUndoableLoan(tx, loanId, desk);
    const by = undoerOf(desk, atDeskId, deps.desks());
    const verdict = decideUndo(loan, by, asked, loan.now);
    if (verdict.outcome === 'refused') throw verdict.error;
    if (verdict.outcome === 'undone-before')
      return {
        key: presentKey(key, 'desk'),
        message: answer('undone-before'),
        deliveries: [],
      };
    const handover = verdict.outcome === 'cancel' ? 'hand-out' : 'return';
    // Holders cannot mute these notifications, so this limit keeps guards from flooding them. What
    // a guard lent has a limit of its own; from paper they can enter the wrong person on many lines.
    const isOwn =
      handover === 'hand-out' && loan.handedBy === desk.id && !isProven(loan.identifiedBy);
    if (!by.isAdmin && !isOwn)
      await deps.actionLimits.count('undo-for-person', `${desk.id}:${loan.recipientId}`, tx);
    const parties = { loanId, key, loan, guard: desk, reason, timezone: deps.timezone() };
    await keepUndone(tx, { loanId, handover, reason, by: desk, deskId: by.deskId });
    const deliveries =
      handover === 'return'
        ? await undoReturn(tx, parties)
        : await undoHandOut(tx, parties, by.deskId);
    await recordAudit(tx, {
      action: 'undo-handover',
      actorId: desk.id,
      subjectId: loan.holderId,
      keyId: key.id,
      loanId,
      method: handover,
      reason,
    });
    const change: KeyChange = {
      action: 'update',
      key: await readForDesk(tx, key.id),
      originalUserId: loan.holderId,
      scannerId: desk.id,
    };
    return { key: change.key, message: undoneText(change.key), deliveries, change };
  });
  if (undone.change) deps.publisher.handedOver([undone.change], undone.deliveries);
  return { key: undone.key, message: undone.message };
}

function undoneText({ keyNumber, takenBy, condition }: Key): string {
  if (takenBy) return answer('undone-still-out', { keyNumber, holder: takenBy.name });
  return condition && isOffItsHook(condition)
    ? answer('undone-reported', { keyNumber, condition })
    : answer('undone', { keyNumber });
}

/** The desk is the one where the person is on duty, else the one that their browser names. */
function undoerOf(
  { role, duty }: DeskUser,
  atDeskId: string | undefined,
  desks: readonly Desk[],
): Undoer {
  const active = desks.filter(({ retired }) => !retired);
  const chosen = active.find(({ id }) => id === atDeskId)?.id ?? null;
  return {
    isAdmin: role === 'admin',
    deskId: duty?.deskId ?? chosen,
    isOnlyDesk: active.length < 2,
  };
}

type LockedLoan = Omit<UndoableLoan, 'dispute'> & {
  disputed: boolean;
  settledAt: Date | null;
  holderId: string;
  holderName: string;
  handedBy: string;
  returnedBy: string | null;
  returnerName: string | null;
  now: Date;
};

/** Locks the key first, as every handover does, and the holder, so that no one deletes them. */
async function lockUndoableLoan(tx: Transaction, loanId: string, guard: DeskUser) {
  const parties = await findParties(tx, loanId);
  if (!parties) throw appError('LOAN_NOT_FOUND');
  const [key] = await lockAndReadKeys(tx, [parties.keyId]);
  if (!key || key.deletedAt) throw appError('KEY_NOT_FOUND');
  const loan = await tx.first<LockedLoan>(
    `SELECT k.key_number AS "keyNumber", l.holder_id AS "holderId", ${holderName('l', 'holder')} AS "holderName",
            l.taken_at AS "takenAt", l.returned_at AS "returnedAt", l.return_type AS "returnType",
            l.returned_by AS "returnedBy", returner.name AS "returnerName", l.desk_id AS "deskId",
            l.return_desk_id AS "returnDeskId", l.recorded_at AS "recordedAt",
            l.handed_by AS "handedBy", l.identified_by AS "identifiedBy",
            l.return_recorded_at AS "returnRecordedAt",
            d.loan_id IS NOT NULL AS disputed, d.settled_at AS "settledAt",
            (SELECT count(*)::int FROM undone_handovers u JOIN loans o ON o.id = u.loan_id
              WHERE o.key_id = l.key_id AND o.holder_id = l.holder_id
                AND u.undone_by = $2
                AND u.undone_at > clock_timestamp() - interval '1 hour') AS "undoneOfLate",
            (SELECT ${holderName('later', 'h')} FROM loans later JOIN users h ON h.id = later.holder_id
              WHERE later.key_id = l.key_id AND later.id <> l.id AND later.taken_at >= l.taken_at
                AND ${isUse('later')}
              ORDER BY later.taken_at DESC LIMIT 1) AS "handedSince",
            holder.deleted_at IS NOT NULL AS "holderRemoved", clock_timestamp() AS now
       FROM loans l JOIN keys k ON k.id = l.key_id JOIN users holder ON holder.id = l.holder_id
       LEFT JOIN users returner ON returner.id = l.returned_by
       LEFT JOIN loan_disputes d ON d.loan_id = l.id
      WHERE l.id = $1
        FOR SHARE OF holder`,
    [loanId, guard.id],
  );
  if (!loan) throw appError('LOAN_NOT_FOUND');
  const dispute = loan.disputed ? { settledAt: loan.settledAt } : null;
  return { key, loan: { ...loan, dispute, recipientId: parties.recipientId } };
}

type Undoing = {
  loanId: string;
  handover: Handover;
  reason: UndoReason;
  by: { id: string };
  deskId: string | null;
};

/** Stores the current record as undone. The caller changes the loan afterwards. */
export async function keepUndone(tx: Transaction, undoing: Undoing): Promise<void> {
  const { loanId, handover, reason, by, deskId } = undoing;
  await tx.query(
    `INSERT INTO undone_handovers (id, loan_id, handover, reason, recorded_at, undone_at, undone_by,
                                   desk_id, returned_at, return_type, returned_by, received_by,
                                   return_reason, return_recorded_at, return_desk_id,
                                   return_duty_id, tag_checked_in)
     SELECT $1, id, $3, $4, said.at, greatest(clock_timestamp(), said.at), $5, $6, returned_at,
            return_type, returned_by, received_by, return_reason, return_recorded_at,
            return_desk_id, return_duty_id, tag_checked_in
       FROM loans, LATERAL (SELECT CASE WHEN $3 = 'return' THEN coalesce(return_recorded_at, returned_at)
                                        ELSE coalesce(recorded_at, taken_at) END AS at) AS said
      WHERE id = $2`,
    [newId(), loanId, handover, reason, by.id, deskId],
  );
}

type Undone = {
  loanId: string;
  key: KeyRow;
  loan: LockedLoan;
  guard: DeskUser;
  reason: UndoReason;
  timezone: string;
};

/** Cancels the loan. The key is at this desk as after a return, or is reported missing. */
async function undoHandOut(
  tx: Transaction,
  { loanId, key, loan, guard, reason }: Undone,
  deskId: string | null,
): Promise<NotificationDelivery[]> {
  const { id, keyNumber, keyName } = key;
  await cancelLoan(tx, guard, loanId, deskId);
  await leaveAtDesk(tx, loanId, loan.recordedAt ? null : deskId);
  const undone = { guard: { id: guard.id, name: guard.name }, reason };
  const deliveries = await notify(tx, [
    {
      userId: loan.holderId,
      template: 'hand-out-undone',
      facts: { keyNumber, keyName, undone },
      aboutId: id,
      loanId,
    },
  ]);
  const [hanging] = await findKeys(tx, [id]);
  const open = hanging && openReportOf(hanging);
  const { isHere } = undoReasons[reason];
  if (isHere) return [...deliveries, ...(await tellWaiters(tx, id))];
  if (hanging && (!open || supersedes(unseenKind, open))) {
    deliveries.push(...(await notify(tx, await manyNotices(tx, guard, 1))));
    deliveries.push(...(await openIncident(tx, guard, hanging, { kind: unseenKind })).deliveries);
  }
  return deliveries;
}

/**
 * Places a key that never left: at this desk, else where it was handed out, else where it was
 * before. A hand-out from paper does not prove a desk.
 */
export async function leaveAtDesk(
  tx: Transaction,
  loanId: string,
  deskId: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE keys SET version = version + 1,
                     away_desk_id = nullif(here.desk_id, coalesce(keys.desk_id, here.desk_id))
       FROM (SELECT key_id, coalesce($2, CASE WHEN recorded_at IS NULL THEN desk_id END,
                                     ${lastDeskOf('l.key_id', undefined, 'l.id')}) AS desk_id
               FROM loans l WHERE id = $1) here
      WHERE keys.id = here.key_id`,
    [loanId, deskId],
  );
}

/** Ends a loan whose hand-out is stored as undone; the key was never gone. */
export async function cancelLoan(
  tx: Transaction,
  by: DeskUser,
  loanId: string,
  deskId: string | null,
): Promise<void> {
  await endAsMistake(tx, by.id, loanId, 'of-loan');
  await endAsCancelled(tx, by, loanId, deskId);
}

/** Keeps incidents open: someone else had the key. */
export async function endAsCancelled(
  tx: Transaction,
  { id, duty }: DeskUser,
  loanId: string,
  deskId: string | null,
): Promise<void> {
  await giveUseBack(tx, loanId);
  await tx.query(
    `UPDATE loans SET returned_at = coalesce(loans.returned_at, undone_at),
                        return_type = ${quoted(returnTypeBy.undo)}, returned_by = $2,
                        received_by = $2, return_desk_id = $3, return_duty_id = $4,
                        return_reason = NULL, return_recorded_at = NULL, tag_checked_in = false
         FROM undone_handovers u
        WHERE loans.id = $1 AND u.loan_id = loans.id AND u.handover = 'hand-out'`,
    [loanId, id, deskId, duty?.id ?? null],
  );
}

/** Returns a use to the grant, because the holder never took the key. */
export async function giveUseBack(tx: Transaction, loanId: string): Promise<void> {
  await tx.query(
    `UPDATE grants SET uses_left = uses_left + 1, used_up_at = NULL
       FROM loans l WHERE l.id = $1 AND grants.id = l.grant_id AND uses_left IS NOT NULL`,
    [loanId],
  );
}

/** Reopens a loan, and notifies everyone who was notified of the return or had proved it. */
async function undoReturn(tx: Transaction, undone: Undone): Promise<NotificationDelivery[]> {
  const { loanId, key, guard } = undone;
  const corrected = await correctNotifications(tx, key, undone.loan.returnedAt ?? undone.loan.now);
  await reopenLoan(tx, guard.id, loanId);
  const deliveries = await notify(tx, await returnUndoneNotices(tx, undone));
  const loan = { id: loanId, keyId: key.id };
  const recalled = await recallReopened(tx, loan, { byId: guard.id, timezone: undone.timezone });
  return [...corrected, ...deliveries, ...recalled];
}

async function returnUndoneNotices(
  tx: Transaction,
  { loanId, key, loan, guard, reason, timezone }: Undone,
): Promise<NewNotification[]> {
  const { id: aboutId, keyNumber, keyName } = key;
  const { holderId, holderName, returnType, returnedBy, returnerName } = loan;
  const undone = {
    guard: { id: guard.id, name: guard.name },
    returnedAt: loan.returnedAt ?? loan.now,
    reason,
    timezone,
  };
  const facts = { keyNumber, keyName, undone };
  const notice = { userId: holderId, template: 'return-undone', facts, aboutId, loanId } as const;
  if (isCollected(returnType) || !returnedBy) return [notice];
  const proven = {
    ...facts,
    holder: { id: holderId, name: holderName },
    returner: { id: returnedBy, name: returnerName ?? '' },
  };
  const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
  return [
    notice,
    ...admins.map(
      (userId) => ({ userId, template: 'proven-return-undone', facts: proven, aboutId }) as const,
    ),
  ];
}

/** Missing reports since the return end, damage reopens, and found keys are lost again. */
async function reopenLoan(tx: Transaction, guardId: string, loanId: string): Promise<void> {
  await endAsMistake(tx, guardId, loanId, 'since-return');
  await tx.query(
    `WITH before AS (SELECT id, key_id, returned_at FROM loans WHERE id = $1),
     opened AS (
       UPDATE loans SET returned_at = NULL, return_type = NULL, returned_by = NULL,
                        received_by = NULL, return_reason = NULL, return_recorded_at = NULL,
                        return_desk_id = NULL, return_duty_id = NULL, tag_checked_in = false
         FROM before WHERE loans.id = before.id),
     not_found AS (
       UPDATE incidents SET resolved_at = NULL, resolution = NULL, resolved_by = NULL FROM before
        WHERE incidents.id = (SELECT incidents.id FROM incidents
                               WHERE ${isReportOf('before')} AND incidents.resolution = $2
                                 AND incidents.resolved_at BETWEEN before.returned_at
                                     AND greatest(before.returned_at, incidents.reported_at)
                               ORDER BY incidents.reported_at DESC, incidents.id LIMIT 1)
          AND NOT EXISTS (SELECT FROM incidents later
                           WHERE later.key_id = before.key_id AND later.resolved_at IS NULL))
     UPDATE keys SET version = version + 1, away_desk_id = NULL
       FROM before WHERE keys.id = before.key_id`,
    [loanId, resolutionBy.return],
  );
}
