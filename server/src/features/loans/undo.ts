import type { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import type { Key } from '@keydesk/shared/keys/key';
import { takesItsPlace } from '@keydesk/shared/loans/incidents';
import { decideUndo, type UndoableLoan } from '@keydesk/shared/loans/undo';
import type { z } from 'zod';
import { recordAudit } from '../../core/audit/record.ts';
import type { KeyChange, Publisher } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { holderName } from '../../db/rows.ts';
import { findKeys, type KeyRow, lockAndReadKeys, presentKey } from '../keys/index.ts';
import { findParties } from './disputes.ts';
import { openIncident, openReportOf } from './incidents.ts';
import type { DeskUser } from './transaction.ts';

type Undo = z.output<typeof api.undoHandover.body>;

/**
 * Undoes a handover that the desk recorded but did not do (`undone-handover`): a hand-out's loan is
 * cancelled, a return's is open again as it was. The holder is told, and a key that is not there is
 * reported missing. Doing it again changes nothing.
 * @returns the key as it is then
 * @throws LOAN_NOT_FOUND, HANDED_SINCE, CAME_BACK_SINCE, GIVEN_UP_SINCE,
 * CANCELLED_SINCE, UNDO_DISPUTED, UNDO_ELSEWHERE or UNDO_TOO_LATE
 */
export async function undoHandover(
  { db, publisher }: { db: Database; publisher: Publisher },
  desk: DeskUser,
  loanId: string,
  { reason, handover }: Undo,
): Promise<Key> {
  const undone = await transact(db, async (tx) => {
    const { key, loan } = await lockLoan(tx, loanId);
    const by = { userId: desk.id, deskId: desk.duty?.deskId ?? null };
    const verdict = decideUndo(loan, by, handover, loan.now);
    if (verdict.outcome === 'refused') throw verdict.error;
    if (verdict.outcome === 'undone-before') return { key: presentKey(key, 'desk'), told: [] };
    const isCancelled = verdict.outcome === 'cancel';
    await (isCancelled ? cancelLoan(tx, desk, loanId, reason) : reopenLoan(tx, loanId));
    await recordAudit(tx, {
      action: 'undo-handover',
      actorId: desk.id,
      subjectId: loan.holderId,
      keyId: key.id,
      loanId,
      method: isCancelled ? 'hand-out' : 'return',
      reason,
    });
    const told = await notify(tx, [undoneNotice(key, loan.holderId, isCancelled)]);
    const [undone] = await findKeys(tx, [key.id]);
    const open = undone && openReportOf(undone);
    const isMissing = isCancelled && reason === 'not-there';
    if (undone && isMissing && (!open || takesItsPlace('missing', open)))
      told.push(...(await openIncident(tx, desk, undone, { kind: 'missing' })).deliveries);
    const [changed] = await findKeys(tx, [key.id]);
    if (!changed) throw appError('KEY_NOT_FOUND');
    const change: KeyChange = {
      action: 'update',
      key: presentKey(changed, 'desk'),
      originalUserId: loan.holderId,
      scannerId: desk.id,
    };
    return { key: change.key, told, change };
  });
  if (undone.change) publisher.handedOver([undone.change], undone.told);
  return undone.key;
}

type LockedLoan = UndoableLoan & { holderId: string; now: Date };

/** Locks the loan's key, as every handover does, and then reads the loan. */
async function lockLoan(tx: Transaction, loanId: string) {
  const parties = await findParties(tx, loanId);
  if (!parties) throw appError('LOAN_NOT_FOUND');
  const [key] = await lockAndReadKeys(tx, [parties.keyId]);
  if (!key || key.deletedAt) throw appError('KEY_NOT_FOUND');
  const { rows } = await tx.query<LockedLoan>(
    `SELECT k.key_number AS "keyNumber", l.holder_id AS "holderId", l.taken_at AS "takenAt",
            l.returned_at AS "returnedAt", l.return_type AS "returnType", l.desk_id AS "deskId",
            l.return_desk_id AS "returnDeskId", l.handed_by AS "handedBy",
            l.received_by AS "receivedBy", l.recorded_at AS "recordedAt",
            l.return_recorded_at AS "returnRecordedAt",
            EXISTS (SELECT FROM loan_disputes d WHERE d.loan_id = l.id) AS disputed,
            (SELECT ${holderName('later', 'h')} FROM loans later JOIN users h ON h.id = later.holder_id
              WHERE later.key_id = l.key_id AND later.id <> l.id AND later.taken_at >= l.taken_at
              ORDER BY later.taken_at DESC LIMIT 1) AS "handedSince",
            clock_timestamp() AS now
       FROM loans l JOIN keys k ON k.id = l.key_id
      WHERE l.id = $1`,
    [loanId],
  );
  const [loan] = rows;
  if (!loan) throw appError('LOAN_NOT_FOUND');
  return { key, loan };
}

/**
 * Ends a loan that never was. The key lies at this desk, as after a return, and an access that was
 * given for a number of times has this one back.
 */
async function cancelLoan(
  tx: Transaction,
  { id, duty }: DeskUser,
  loanId: string,
  reason: Undo['reason'],
): Promise<void> {
  await tx.query(
    `WITH cancelled AS (
       UPDATE loans SET returned_at = greatest(clock_timestamp(), taken_at),
                        return_type = 'cancelled', returned_by = $2, received_by = $2,
                        return_desk_id = $3, return_duty_id = $4, return_reason = $5,
                        return_recorded_at = NULL
        WHERE id = $1 RETURNING key_id, grant_id, taken_at),
     given_back AS (
       UPDATE grants SET uses_left = uses_left + 1,
                         used_up_at = CASE WHEN used_up_at = cancelled.taken_at THEN NULL
                                           ELSE used_up_at END
         FROM cancelled WHERE grants.id = cancelled.grant_id AND uses_left IS NOT NULL)
     UPDATE keys SET version = version + 1,
                     away_desk_id = nullif($3, coalesce(keys.desk_id, $3))
       FROM cancelled WHERE keys.id = cancelled.key_id`,
    [loanId, id, duty?.deskId ?? null, duty?.id ?? null, reason],
  );
}

/** Opens a loan again whose key did not come back. Whoever had been told that it did waits again. */
async function reopenLoan(tx: Transaction, loanId: string): Promise<void> {
  await tx.query(
    `WITH before AS (SELECT id, key_id, returned_at FROM loans WHERE id = $1),
     opened AS (
       UPDATE loans SET returned_at = NULL, return_type = NULL, returned_by = NULL,
                        received_by = NULL, return_reason = NULL, return_desk_id = NULL,
                        return_duty_id = NULL, return_recorded_at = NULL, tag_checked_in = false
         FROM before WHERE loans.id = before.id),
     waiting AS (
       UPDATE waits SET told_at = NULL FROM before
        WHERE waits.key_id = before.key_id AND waits.told_at >= before.returned_at
          AND NOT EXISTS (SELECT FROM waits w
                           WHERE w.key_id = waits.key_id AND w.user_id = waits.user_id
                             AND w.told_at IS NULL AND w.ended_at IS NULL)),
     not_found AS (
       UPDATE incidents SET resolved_at = NULL, resolution = NULL, resolved_by = NULL FROM before
        WHERE incidents.key_id = before.key_id AND incidents.resolution = 'found'
          AND incidents.resolved_at >= before.returned_at
          AND NOT EXISTS (SELECT FROM incidents later
                           WHERE later.key_id = before.key_id AND later.resolved_at IS NULL))
     UPDATE keys SET version = version + 1, away_desk_id = NULL
       FROM before WHERE keys.id = before.key_id`,
    [loanId],
  );
}

function undoneNotice(
  { id, keyNumber, keyName }: KeyRow,
  userId: string,
  isCancelled: boolean,
): NewNotification {
  return {
    userId,
    template: isCancelled ? 'hand-out-undone' : 'return-undone',
    facts: { keyNumber, keyName },
    aboutId: id,
  };
}
