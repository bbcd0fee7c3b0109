import { appError } from '@keydesk/shared/core/errors';
import { visitorAnswers } from '@keydesk/shared/core/visitor-answers';
import { deskRoles } from '@keydesk/shared/http/roles';
import { type Dispute, decideDispute } from '@keydesk/shared/loans/disputes';
import { type IdentifiedBy, isProven } from '@keydesk/shared/loans/loan-kinds';
import { type Disputed, type Finding, findingsOf } from '@keydesk/shared/loans/settlement';
import type { Handover } from '@keydesk/shared/loans/undo-reasons';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import type { Named } from '../../core/messages/messages.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, type Transaction, transact } from '../../db/client.ts';
import { isKind } from '../../db/kinds-sql.ts';
import { isUse, recipientOf, visitorNameThen } from '../../db/predicates.ts';
import { holderOfLoan, namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import {
  type AccessDeps,
  changeAccess,
  type RefusedVisitor,
  refuseVisitor,
  restateRecalls,
} from '../access/index.ts';
import {
  findKeys,
  type KeyRow,
  lastUndoneReturn,
  lockAndReadKeys,
  presentKey,
  presentUndone,
  type StoredUndone,
  undoneOf,
} from '../keys/index.ts';
import { listUserIdsByRole } from '../people/index.ts';

/**
 * Opens a dispute about a loan of the caller or of their visitor, and notifies the desk and the
 * admins (`not-me`). Idempotent. Other people's loans count as not found.
 */
export async function raiseDispute(
  { db, publisher, due }: AccessDeps,
  caller: User,
  loanId: string,
  about: Handover | undefined,
): Promise<void> {
  const parties = await findParties(db, loanId);
  if (parties?.recipientId !== caller.id) throw appError('LOAN_NOT_FOUND');
  const isSponsor = parties.holderId !== caller.id;
  const deps = { db, publisher, due };
  const raising = { loanId, about, timezone: due.calendar().timezone };
  const raised = isSponsor
    ? (
        await changeAccess(deps, caller, { holderId: parties.holderId }, (tx) =>
          raise(tx, caller, raising),
        )
      ).result
    : await transact(db, (tx) => raise(tx, caller, raising));
  if (!raised?.changed) return;
  const change = { action: 'update', key: presentKey(raised.changed, 'desk') } as const;
  publisher.handedOver([{ ...change, originalUserId: raised.holderId }], raised.deliveries);
  if (isSponsor) publisher.campusChanged('access');
}

type Raising = { loanId: string; about: Handover | undefined; timezone: string };

/**
 * Null if nothing changes. After an undone return the dispute is about that return, unless the
 * hand-out was unproven. A sponsor who says that the hand-out was wrong also refuses the visitor all
 * other keys. Clients that do not say which mean the return if the sponsor had confirmed.
 */
async function raise(tx: Transaction, caller: User, { loanId, about, timezone }: Raising) {
  const { key, loan, parties } = await lockOwnLoan(tx, caller.id, loanId);
  const verdict = decideDispute(
    {
      ...loan,
      keyNumber: key.keyNumber,
      dispute: loan.disputed ? { settledAt: loan.settledAt, ofReturn: loan.ofReturn } : null,
    },
    about,
    loan.now,
  );
  if (verdict.outcome === 'refused') throw verdict.error;
  if (verdict.outcome === 'raised-before') return null;
  const isSponsor = parties.holderId !== caller.id;
  const ofReturn =
    loan.undoneReturn !== null &&
    (about !== 'hand-out' || isProven(loan.identifiedBy)) &&
    (!isSponsor || about === 'return' || (await hasVouched(tx, caller.id, parties.holderId)));
  await tx.query(
    `INSERT INTO loan_disputes (loan_id, raised_at, raised_by, of_return)
     VALUES ($1, clock_timestamp(), $2, $3)
     ON CONFLICT (loan_id) DO UPDATE SET raised_by = $2, of_return = $3`,
    [loanId, caller.id, ofReturn],
  );
  const said = ofReturn ? loan : { ...loan, undoneReturn: null };
  const refused = isSponsor && !ofReturn ? await refuseVisitor(tx, caller, parties.holderId) : null;
  if (refused) await restateRecalls(tx, parties.holderId, { isRefused: true });
  await raiseKeyVersion(tx, key.id);
  await recordAudit(tx, {
    action: 'dispute-loan',
    actorId: caller.id,
    subjectId: guardOf(said).id,
    keyId: key.id,
    loanId,
  });
  const notices = (await listUserIdsByRole(tx, deskRoles)).map((userId) =>
    disputeNotice(userId, key, { caller, parties, refused, loanId }, { loan: said, timezone }),
  );
  const [changed] = await findKeys(tx, [key.id]);
  return { changed, holderId: parties.holderId, deliveries: await notify(tx, notices) };
}

/** Whether a current or former sponsor confirmed this visitor and has not refused since. */
async function hasVouched(tx: Transaction, sponsorId: string, visitorId: string) {
  const { rowCount } = await tx.query(
    `SELECT FROM visitors WHERE user_id = $1 AND NOT $2 = ANY (refused_by)
        AND ${isKind(lastAnswer, visitorAnswers, { vouches: true })}`,
    [visitorId, sponsorId],
  );
  return rowCount !== 0;
}

/** SQL for what $2 answered last about visitor $1, whose row has only the current answer. */
const lastAnswer = `
  coalesce(CASE WHEN sponsor_id = $2 THEN answer END,
           (SELECT details ->> 'answer' FROM audit_events
             WHERE actor_id = $2 AND subject_id = $1 AND action = 'answer-visitor'
             ORDER BY at DESC LIMIT 1))`;

/** Locks the key first, as every handover does, and then reads the loan. */
async function lockOwnLoan(tx: Transaction, callerId: string, loanId: string) {
  const parties = await findParties(tx, loanId);
  if (parties?.recipientId !== callerId) throw appError('LOAN_NOT_FOUND');
  const [key] = await lockAndReadKeys(tx, [parties.keyId]);
  const loan = await readDisputable(tx, loanId);
  if (!key || !loan) throw appError('LOAN_NOT_FOUND');
  return { key, loan, parties };
}

function disputeNotice(
  userId: string,
  { id, keyNumber }: KeyRow,
  {
    caller,
    parties: { holderId, holderName },
    refused,
    loanId,
  }: { caller: User; parties: LoanParties; refused: RefusedVisitor | null; loanId: string },
  { loan, timezone }: { loan: DisputableRow; timezone: string },
): NewNotification {
  const { deskName, undoneReturn } = loan;
  return {
    userId,
    template: 'handover-disputed',
    facts: {
      loanId,
      keyNumber,
      holder: { id: caller.id, name: caller.name },
      ...(holderId !== caller.id && {
        disputedFor: { id: holderId, name: holderName },
      }),
      ...(refused && { keyNumbers: refused.keyNumbers }),
      guard: guardOf(loan),
      deskName: undoneReturn ? undoneReturn.deskName : deskName,
      ...(undoneReturn && { undone: { returnedAt: undoneReturn.returnedAt, timezone } }),
    },
    aboutId: id,
  };
}

/** The guard whose record is in doubt: who undid the return, else who handed the key out. */
function guardOf({ handedBy, guardName, undoneReturn }: DisputableRow): Named {
  return undoneReturn?.undoneBy ?? { id: handedBy, name: guardName };
}

type LoanParties = {
  keyId: string;
  holderId: string;
  /** The name at the time of the hand-out. */
  holderName: string;
  /** Set for a visitor's loan. */
  sponsorId: string | null;
  /** Who may dispute the loan. */
  recipientId: string;
};

export async function findParties(
  tx: Connection,
  loanId: string,
): Promise<LoanParties | undefined> {
  return tx.first<LoanParties>(
    `SELECT l.key_id AS "keyId", l.holder_id AS "holderId", ${visitorNameThen('l')} AS "holderName",
            l.sponsor_id AS "sponsorId", ${recipientOf('l')} AS "recipientId"
       FROM loans l WHERE l.id = $1`,
    [loanId],
  );
}

/** A loan for the rule about disputes; `now` is the database's clock. */
type DisputableRow = {
  identifiedBy: IdentifiedBy | null;
  notifiedAt: Date;
  undoneNotifiedAt: Date | null;
  isCancelled: boolean;
  /** The return that the desk undid last. */
  undoneReturn: { id: string; returnedAt: string; undoneBy: Named; deskName: string | null } | null;
  disputed: boolean;
  /** For a disputed loan: who raised it, about what, and whether they refuse now. */
  raisedBy: string | null;
  ofReturn: boolean;
  isRefused: boolean;
  settledAt: Date | null;
  handedBy: string;
  guardName: string;
  deskName: string | null;
  now: Date;
};

/** The caller must have locked the key. */
export async function readDisputable(
  tx: Transaction,
  loanId: string,
): Promise<DisputableRow | undefined> {
  return tx.first<DisputableRow>(
    `SELECT l.identified_by AS "identifiedBy", l.handed_by AS "handedBy",
            giver.name AS "guardName", desk.name AS "deskName",
            d.loan_id IS NOT NULL AS disputed, d.settled_at AS "settledAt",
            d.raised_by AS "raisedBy", coalesce(d.of_return, false) AS "ofReturn",
            ${isRefused} AS "isRefused",
            -- Those from before kinds were recorded are all of the lending.
            coalesce(${lastNotifiedAt("n.kind IS NULL OR n.kind = 'lent'")}, l.taken_at) AS "notifiedAt",
            CASE WHEN back.id IS NOT NULL
              THEN coalesce(${lastNotifiedAt("n.template = 'return-undone'")}, back.undone_at)
            END AS "undoneNotifiedAt",
            NOT ${isUse('l')} AS "isCancelled",
            CASE WHEN back.id IS NOT NULL THEN jsonb_build_object(
              'id', back.id, 'returnedAt', back.returned_at, 'deskName', back_desk.name,
              'undoneBy', jsonb_build_object('id', undoer.id, 'name', undoer.name))
            END AS "undoneReturn",
            clock_timestamp() AS now
       FROM loans l
       JOIN users giver ON giver.id = l.handed_by
       LEFT JOIN desks desk ON desk.id = l.desk_id
       LEFT JOIN LATERAL (${lastUndoneReturn('l.id', 'clock_timestamp()')}) back ON true
       LEFT JOIN users undoer ON undoer.id = back.undone_by
       LEFT JOIN desks back_desk ON back_desk.id = back.desk_id
       LEFT JOIN loan_disputes d ON d.loan_id = l.id
      WHERE l.id = $1`,
    [loanId],
  );
}

/** SQL for when the person who may dispute a loan `l` was last notified of it. */
function lastNotifiedAt(which: string): string {
  return `(SELECT max(n.created_at) FROM notifications n
    WHERE n.user_id = ${recipientOf('l')} AND n.loan_id = l.id AND (${which}))`;
}

/** SQL for whether the person who raised dispute `d` of a loan `l` now refuses its visitor. */
const isRefused = `EXISTS (SELECT FROM visitors v
  WHERE v.user_id = l.holder_id AND d.raised_by = ANY (v.refused_by))`;

type SettledDispute = Finding & {
  loanId: string;
  settledBy: string;
  note: string | null;
  correctedTo: string | null;
};

export async function storeSettlement(tx: Transaction, settled: SettledDispute): Promise<void> {
  await tx.query(
    `UPDATE loan_disputes SET settled_at = clock_timestamp(), settled_by = $2, resolution = $3,
                              note = $4, corrected_to = $5, of_return = $6
      WHERE loan_id = $1`,
    [
      settled.loanId,
      settled.settledBy,
      settled.resolution,
      settled.note,
      settled.correctedTo,
      settled.ofReturn,
    ],
  );
}

/** Lists and caches show disputes, so a dispute changes the key's version. */
export async function raiseKeyVersion(tx: Transaction, keyId: string): Promise<void> {
  await tx.query('UPDATE keys SET version = version + 1 WHERE id = $1', [keyId]);
}

type DisputeRow = RowOf<
  Omit<Dispute, 'undoneReturn' | 'recordedAt' | 'findings'>,
  'takenAt' | 'returnedAt' | 'raisedAt' | 'settledAt'
> & { recordedAt: Date | null; undone: StoredUndone[] | null } & Pick<
    DisputableRow,
    'identifiedBy'
  > &
  Omit<Disputed, 'isProven'>;

const maxDisputes = 20;

const undoneBefore = lastUndoneReturn('l.id', 'd.raised_at');

/** Disputes about a key or loan, or all open ones: open first, then the latest. */
export async function listDisputes(
  db: Connection,
  about: { keyId: string } | { loanId: string } | 'open',
): Promise<Dispute[]> {
  const { condition, values } = conditionOf(about);
  const rows = await db.rows<DisputeRow>(
    `SELECT l.id AS "loanId", l.key_id AS "keyId", k.key_number AS "keyNumber", l.taken_at AS "takenAt",
            l.returned_at AS "returnedAt", l.recorded_at AS "recordedAt",
            ${holderOfLoan('l', 'holder')}, ${namedAs('sponsor')},
            ${undoneOf(`d.of_return AND u.id = (SELECT id FROM (${undoneBefore}) AS last)`)},
            l.identified_by AS "identifiedBy", l.returned_at IS NOT NULL AS "isOver",
            EXISTS (${undoneBefore}) AS "wasUndone", d.of_return AS "ofReturn",
            ${isRefused} AS "isRefused",
            ${namedAs('giver', 'handedBy')},
            desk.name AS "deskName", d.raised_at AS "raisedAt", d.settled_at AS "settledAt",
            ${namedAs('settler', 'settledBy')}, d.resolution, d.note,
            ${namedAs('corrected', 'correctedTo')}
       FROM loan_disputes d
       JOIN loans l ON l.id = d.loan_id
       JOIN keys k ON k.id = l.key_id
       JOIN users holder ON holder.id = l.holder_id
       LEFT JOIN users sponsor ON sponsor.id = d.raised_by AND d.raised_by <> l.holder_id
       JOIN users giver ON giver.id = l.handed_by
       LEFT JOIN desks desk ON desk.id = l.desk_id
       LEFT JOIN users settler ON settler.id = d.settled_by
       LEFT JOIN users corrected ON corrected.id = d.corrected_to
      WHERE ${condition}
      ORDER BY d.settled_at DESC NULLS FIRST, d.raised_at DESC
      LIMIT ${maxDisputes}`,
    values,
  );
  return rows.map(({ undone, recordedAt, identifiedBy, ...stored }) => {
    const { isOver, ofReturn, wasUndone, isRefused: refused, ...row } = stored;
    const [undoneReturn] = presentUndone(undone) ?? [];
    const disputed = { isOver, ofReturn, wasUndone, isRefused: refused };
    return {
      ...toAnswer(row),
      findings: row.settledAt ? [] : findingsOf({ ...disputed, isProven: isProven(identifiedBy) }),
      ...(recordedAt && { recordedAt: recordedAt.toISOString() }),
      ...(undoneReturn && { undoneReturn }),
    };
  });
}

function conditionOf(about: Parameters<typeof listDisputes>[1]) {
  if (about === 'open') return { condition: 'd.settled_at IS NULL', values: [] };
  return 'keyId' in about
    ? { condition: 'l.key_id = $1', values: [about.keyId] }
    : { condition: 'l.id = $1', values: [about.loanId] };
}
