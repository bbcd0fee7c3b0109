import type { StoredCause } from '@keydesk/shared/access/refusal-cause';
import { appError } from '@keydesk/shared/core/errors';
import { decideHandOut } from '@keydesk/shared/loans/decide';
import type { Dispute, Settlement } from '@keydesk/shared/loans/disputes';
import {
  type IdentifiedBy,
  isProven,
  returnTypeBy,
  returnTypes,
} from '@keydesk/shared/loans/loan-kinds';
import { disputeResolutions, type Finding, findingsOf } from '@keydesk/shared/loans/settlement';
import type { Handover } from '@keydesk/shared/loans/undo-reasons';
import { recordAudit } from '../../core/audit/record.ts';
import type { KeyChange, NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isKind, quoted } from '../../db/kinds-sql.ts';
import { lockAccessForHandOut, recallReopened } from '../access/index.ts';
import { findKeys, type KeyRow, lockAndReadKeys, presentKey } from '../keys/index.ts';
import { lockPersonForShare } from '../people/index.ts';
import {
  findParties,
  listDisputes,
  raiseKeyVersion,
  readDisputable,
  storeSettlement,
} from './disputes.ts';
import { findByReturn, reopenSinceReturn } from './incidents.ts';
import type { DeskUser } from './transaction.ts';
import { cancelLoan, endAsCancelled, giveUseBack, keepUndone, leaveAtDesk } from './undo.ts';
import { endWait, tellWaiters } from './waits.ts';

/**
 * Settles an open dispute. `returned` closes the open loan, `not-handed-over` cancels a closed one,
 * `corrected` moves it to the actual holder; `confirmed` and `sponsor-refuses` do not change it.
 * For a dispute about an undone return, `returned` and `corrected` restore that return, and a
 * correction covers only the time since.
 */
export async function settleDispute(
  { db, publisher, timezone }: { db: Database; publisher: Publisher; timezone: () => string },
  admin: DeskUser,
  loanId: string,
  given: Settlement,
): Promise<Dispute> {
  const settled = await transact(db, async (tx) => {
    await lockAccessForHandOut(tx);
    const { loan: disputed, key } = await lockDisputed(tx, loanId);
    const finding = fittingTo(given, disputed, key);
    const loan = finding.ofReturn ? disputed : { ...disputed, undoneReturn: null };
    const note = given.note || null;
    const holderId = 'holderId' in given ? given.holderId : null;
    const work = { admin, loan, key, finding, holderId, note, timezone: timezone() };
    const effect = await applySettlement(tx, work);
    await storeSettlement(tx, {
      loanId,
      settledBy: admin.id,
      note,
      ...finding,
      correctedTo: effect.correctedTo,
    });
    await raiseKeyVersion(tx, loan.keyId);
    await recordAudit(tx, {
      action: 'settle-dispute',
      actorId: admin.id,
      subjectId: loan.holderId,
      keyId: loan.keyId,
      loanId,
      method: finding.resolution,
      reason: note,
      ...(effect.correctedTo && { details: { correctedTo: effect.correctedTo } }),
    });
    const deliveries = [...(await notify(tx, effect.notices)), ...effect.deliveries];
    const [changed] = await findKeys(tx, [loan.keyId]);
    const [dispute] = await listDisputes(tx, { loanId });
    if (!changed || !dispute) throw appError('DISPUTE_NOT_FOUND');
    return { dispute, deliveries, change: { ...effect.change, key: presentKey(changed, 'desk') } };
  });
  publisher.handedOver([settled.change], settled.deliveries);
  return settled.dispute;
}

/** Clients that do not know `not-handed-over` send `returned` for a closed loan, too. */
function fittingTo(given: Settlement, loan: DisputedLoan, key: KeyRow): Finding {
  const { resolution, ofReturn } = given;
  const fitting = findingsOf({
    ...loan,
    isOver: key.loanId !== loan.loanId,
    wasUndone: loan.undoneReturn !== null,
    isProven: isProven(loan.identifiedBy),
  }).filter((finding) => finding.resolution === resolution);
  const found =
    fitting.find((finding) => finding.ofReturn === (ofReturn ?? loan.ofReturn)) ??
    (ofReturn === undefined && fitting[0]);
  if (found) return found;
  const { effect, isSponsors } = disputeResolutions[resolution];
  if (effect === 'ends') return { resolution: 'not-handed-over', ofReturn: false };
  throw appError(isSponsors ? 'NO_SPONSOR_REFUSES' : 'ANSWER_DOES_NOT_FIT');
}

/** Locks the key first, as every handover does, and then reads loan and dispute. */
async function lockDisputed(tx: Transaction, loanId: string) {
  const parties = await findParties(tx, loanId);
  if (!parties) throw appError('LOAN_NOT_FOUND');
  const [key] = await lockAndReadKeys(tx, [parties.keyId]);
  const stored = await readDisputable(tx, loanId);
  if (!key || !stored?.raisedBy) throw appError('DISPUTE_NOT_FOUND');
  if (stored.settledAt) throw appError('DISPUTE_SETTLED');
  const { raisedBy } = stored;
  const loan: DisputedLoan = { ...stored, ...parties, raisedBy, loanId, keyNumber: key.keyNumber };
  return { loan, key };
}

type DisputedLoan = SettledLoan & {
  identifiedBy: IdentifiedBy | null;
  ofReturn: boolean;
  isRefused: boolean;
};

type SettledLoan = {
  loanId: string;
  keyId: string;
  keyNumber: string;
  holderId: string;
  holderName: string;
  raisedBy: string;
  deskName: string | null;
  /** The undone return, if the dispute is about it. */
  undoneReturn: { id: string } | null;
};

type Work = {
  admin: DeskUser;
  loan: SettledLoan;
  key: KeyRow;
  finding: Finding;
  /** The actual holder. */
  holderId: string | null;
  note: string | null;
  timezone: string;
};

type Effect = {
  correctedTo: string | null;
  notices: readonly NewNotification[];
  change: Omit<KeyChange, 'key'>;
  /** Notifications to people who waited for the key. */
  deliveries: readonly NotificationDelivery[];
};

async function applySettlement(tx: Transaction, work: Work): Promise<Effect> {
  const { admin, loan, key, finding, holderId, note } = work;
  const parties = { originalUserId: loan.holderId, scannerId: admin.id };
  const notices = [settledNotice(loan, finding, recallOf(loan, key))];
  if (holderId) return correct(tx, work, holderId);
  const isOpen = key.loanId === loan.loanId;
  const { effect } = disputeResolutions[finding.resolution];
  if (effect === 'cancels') {
    await keepHandover(tx, admin, loan.loanId, 'hand-out');
    await cancelLoan(tx, admin, loan.loanId, null);
    if (isOpen) await leaveAtDesk(tx, loan.loanId, null);
    const deliveries = isOpen ? await tellWaiters(tx, key.id) : [];
    return { correctedTo: null, notices, change: { action: 'update', ...parties }, deliveries };
  }
  if (effect === 'ends' && loan.undoneReturn) await restoreReturn(tx, admin, loan, isOpen);
  if (effect === 'ends' && isOpen) {
    if (!loan.undoneReturn) await closeLoan(tx, admin, loan, note);
    const change = {
      action: 'return',
      returnType: returnTypeBy.desk,
      requestingUserId: loan.holderId,
      wasDisputed: true,
      ...parties,
    } as const;
    return { correctedTo: null, notices, change, deliveries: await tellWaiters(tx, key.id) };
  }
  return { correctedTo: null, notices, change: { action: 'update', ...parties }, deliveries: [] };
}

/** No one was notified of a recall during the dispute. */
function recallOf({ loanId }: SettledLoan, key: KeyRow): StoredCause | null {
  return key.loanId === loanId && key.recalledAt ? key.recallCause : null;
}

async function correct(
  tx: Transaction,
  { admin, loan, key, finding, note, timezone }: Work,
  holderId: string,
): Promise<Effect> {
  if (holderId === loan.holderId) throw appError('SAME_HOLDER');
  const person = await lockPersonForShare(tx, holderId);
  if (!person) throw appError('PERSON_NOT_FOUND');
  const { id, keyNumber } = key;
  const verdict = decideHandOut(
    { id, keyNumber, isActive: true, openLoan: null, blockedBy: null },
    person,
  );
  if (!verdict.allowed) throw verdict.error;
  await endWait(tx, { keyId: id, userId: holderId });
  const newLoanId = await moveLoan(tx, admin, loan, holderId, note);
  const newLoan = { id: newLoanId, keyId: id };
  return {
    correctedTo: holderId,
    deliveries: await recallReopened(tx, newLoan, { byId: admin.id, timezone }),
    notices: [
      settledNotice(loan, finding),
      // They may dispute it, too.
      {
        userId: person.id,
        template: 'key-lent',
        facts: {
          keyNumber,
          deskName: loan.undoneReturn ? null : loan.deskName,
          // Names the admin: the guard recorded another holder.
          guard: { id: admin.id, name: admin.name },
          settled: true,
        },
        aboutId: id,
        loanId: newLoanId,
      },
    ],
    change: {
      action: 'update',
      requestingUserId: holderId,
      originalUserId: loan.holderId,
      scannerId: admin.id,
    },
  };
}

/** Notifies the person who raised the dispute; names the reason if the key is recalled. */
function settledNotice(
  { loanId, holderId, holderName, raisedBy, keyId, keyNumber }: SettledLoan,
  { resolution, ofReturn }: Finding,
  recallReason: StoredCause | null = null,
): NewNotification {
  return {
    userId: raisedBy,
    template: 'dispute-settled',
    facts: {
      keyNumber,
      resolution,
      recallReason,
      ...(ofReturn && { undone: true }),
      ...(raisedBy !== holderId && { visitor: { id: holderId, name: holderName } }),
    },
    aboutId: keyId,
    loanId,
  };
}

type Loan = { loanId: string; keyId: string; holderId: string };

/** Restores the undone return. A return recorded later stays in the history as undone. */
async function restoreReturn(
  tx: Transaction,
  admin: DeskUser,
  { loanId, keyId, holderId, undoneReturn }: SettledLoan,
  isOpen: boolean,
): Promise<void> {
  if (!isOpen) await keepHandover(tx, admin, loanId, 'return');
  await endAsUndone(tx, loanId, undoneReturn?.id);
  await findByReturn(tx, loanId, admin.id);
  if (isOpen) {
    await reopenSinceReturn(tx, undoneReturn?.id);
    await tx.query(
      `UPDATE keys SET away_desk_id = nullif(l.return_desk_id, coalesce(keys.desk_id, l.return_desk_id))
         FROM loans l WHERE l.id = $1 AND keys.id = l.key_id`,
      [loanId],
    );
  }
  await recordAudit(tx, {
    action: 'take-back',
    actorId: admin.id,
    subjectId: holderId,
    keyId,
    loanId,
    method: 'dispute',
  });
}

/** Keeps the original handover in the history as undone, with its holder's name. */
async function keepHandover(
  tx: Transaction,
  by: DeskUser,
  loanId: string,
  handover: Handover,
): Promise<void> {
  const deskId = by.duty?.deskId ?? null;
  await keepUndone(tx, { loanId, handover, reason: 'mistake', by, deskId });
}

/** Ends a loan with the data of its undone return. */
async function endAsUndone(tx: Transaction, loanId: string, undoneId: string | undefined) {
  await tx.query(
    `UPDATE loans SET returned_at = u.returned_at, return_type = u.return_type,
                      returned_by = u.returned_by, received_by = u.received_by,
                      return_reason = u.return_reason, return_recorded_at = u.return_recorded_at,
                      return_desk_id = u.return_desk_id, return_duty_id = u.return_duty_id,
                      tag_checked_in = u.tag_checked_in
       FROM undone_handovers u WHERE loans.id = $1 AND u.id = $2`,
    [loanId, undoneId],
  );
}

/** Closes a loan whose key is at the desk. The caller must have locked the key. */
async function closeLoan(
  tx: Transaction,
  { id: adminId, duty }: DeskUser,
  { loanId, keyId, holderId }: Loan,
  note: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE loans SET returned_at = greatest(clock_timestamp(), taken_at),
                      return_type = ${quoted(returnTypeBy.desk)}, returned_by = $2, received_by = $2,
                      return_reason = $3, return_desk_id = $4, return_duty_id = $5
      WHERE id = $1`,
    [loanId, adminId, note, duty?.deskId ?? null, duty?.id ?? null],
  );
  await leaveAtDesk(tx, loanId, duty?.deskId ?? null);
  await findByReturn(tx, loanId, adminId);
  await giveUseBack(tx, loanId);
  await recordAudit(tx, {
    action: 'take-back',
    actorId: adminId,
    subjectId: holderId,
    keyId,
    loanId,
    method: 'dispute',
    reason: note,
  });
}

const wasByHolder = isKind("$1::jsonb ->> 'return_type'", returnTypes, { by: 'holder' });

/**
 * Moves a loan to the actual holder and returns the new loan's id. The first loan is cancelled, or
 * ends with the undone return; the new one begins there and takes over the rest with its incidents,
 * without gap or overlap (`one-open-loan`). Only the admin's word names its holder, also on paper.
 */
async function moveLoan(
  tx: Transaction,
  admin: DeskUser,
  { loanId, keyId, holderId, undoneReturn }: SettledLoan,
  toId: string,
  note: string | null,
): Promise<string> {
  const newLoanId = newId();
  const adminId = admin.id;
  const rows = await tx.rows<{ ending: { returned_at: string | null } }>(
    'SELECT to_jsonb(loans) AS ending FROM loans WHERE id = $1',
    [loanId],
  );
  if (undoneReturn) {
    if (rows[0]?.ending.returned_at) await keepHandover(tx, admin, loanId, 'return');
    await endAsUndone(tx, loanId, undoneReturn.id);
  } else {
    await keepHandover(tx, admin, loanId, 'hand-out');
    await endAsCancelled(tx, admin, loanId, null);
    await tx.query('UPDATE loans SET returned_at = taken_at WHERE id = $1', [loanId]);
  }
  await tx.query(
    `INSERT INTO loans
     SELECT (jsonb_populate_record(NULL::loans, $1::jsonb || jsonb_build_object(
              'id', $2::text, 'holder_id', $3::text,
              'holder_name', (SELECT name FROM users WHERE id = $3),
              'sponsor_id', (SELECT sponsor_id FROM visitors WHERE user_id = $3),
              'sponsor_name', (SELECT s.name FROM visitors v JOIN users s ON s.id = v.sponsor_id
                                WHERE v.user_id = $3),
              'handed_by', $4::text, 'identified_by', 'settled', 'recorded_at', now.at,
              'desk_id', NULL, 'duty_id', NULL, 'tag_checked_out', false,
              'recalled_at', NULL, 'recall_reason', NULL, 'recall_cause', NULL, 'grant_id', NULL,
              'return_type', CASE WHEN ${wasByHolder} THEN ${quoted(returnTypeBy.others)}
                                  ELSE $1::jsonb ->> 'return_type' END)
            || CASE WHEN $1::jsonb ->> 'return_recorded_at' IS NULL THEN '{}'
                    ELSE jsonb_build_object('return_recorded_at', now.at, 'returned_by', $4,
                                            'received_by', $4) END
            || coalesce((SELECT jsonb_build_object('taken_at', u.returned_at)
                           FROM undone_handovers u WHERE u.id = $5), '{}'))).*
       FROM (SELECT clock_timestamp() AS at) now`,
    [JSON.stringify(rows[0]?.ending), newLoanId, toId, adminId, undoneReturn?.id ?? null],
  );
  await tx.query(
    `UPDATE incidents SET loan_id = l.id FROM loans l
      WHERE l.id = $2 AND incidents.loan_id = $1 AND incidents.reported_at >= l.taken_at`,
    [loanId, newLoanId],
  );
  await findByReturn(tx, loanId, adminId);
  const about = { actorId: adminId, keyId, method: 'dispute', reason: note };
  await recordAudit(
    tx,
    { action: 'take-back', subjectId: holderId, loanId, ...about },
    { action: 'hand-out', subjectId: toId, loanId: newLoanId, ...about },
  );
  return newLoanId;
}
