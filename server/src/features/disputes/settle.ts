import { appError } from '@keydesk/shared/errors';
import { decideHandOut } from '@keydesk/shared/handovers/decide';
import type { Dispute, DisputeResolution } from '@keydesk/shared/handovers/dispute';
import type { Settlement } from '@keydesk/shared/handovers/dispute-routes';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import type { KeyChange, Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import type { DeskUser } from '../handovers/index.ts';
import { findKeys, type KeyRow, lockAndReadKeys, presentKey } from '../keys/index.ts';
import { type NewNotification, type NotificationDelivery, notify } from '../notifications/index.ts';
import { lockPersonForShare } from '../users/index.ts';
import { endWait, tellWaiters } from '../waits/index.ts';
import { closeLoan, moveLoan } from './correct-loan.ts';
import {
  findParties,
  listDisputes,
  raiseKeyVersion,
  readDisputable,
  storeSettlement,
} from './queries.ts';

/**
 * Settles an open dispute. `returned` closes the loan if it is still open, `corrected` gives it to
 * the person who actually had it, `confirmed` leaves it as it is.
 * @throws LOAN_NOT_FOUND, DISPUTE_NOT_FOUND, DISPUTE_SETTLED, PERSON_NOT_FOUND, SAME_HOLDER or
 * HOLDER_CANNOT_BORROW
 */
export async function settleDispute(
  { db, publisher }: { db: Database; publisher: Publisher },
  admin: DeskUser,
  loanId: string,
  settlement: Settlement,
): Promise<Dispute> {
  const settled = await transact(db, async (tx) => {
    const { loan, key } = await lockDisputed(tx, loanId);
    const note = settlement.note || null;
    const effect = await applySettlement(tx, { admin, loan, key, settlement, note });
    await storeSettlement(tx, {
      loanId,
      settledBy: admin.id,
      resolution: settlement.resolution,
      note,
      correctedTo: effect.correctedTo,
    });
    await raiseKeyVersion(tx, loan.keyId);
    await recordAudit(tx, {
      action: 'settle-dispute',
      actorId: admin.id,
      subjectId: loan.holderId,
      keyId: loan.keyId,
      loanId,
      method: settlement.resolution,
      reason: note,
      ...(effect.correctedTo && { details: { correctedTo: effect.correctedTo } }),
    });
    const deliveries = [...(await notify(tx, effect.notices)), ...effect.told];
    const [changed] = await findKeys(tx, [loan.keyId]);
    const [dispute] = await listDisputes(tx, { loanId });
    if (!changed || !dispute) throw appError('DISPUTE_NOT_FOUND');
    return { dispute, deliveries, change: { ...effect.change, key: presentKey(changed, 'desk') } };
  });
  publisher.handedOver([settled.change], settled.deliveries);
  return settled.dispute;
}

/** Locks the loan's key, as every handover does, and then reads loan and dispute. */
async function lockDisputed(tx: Transaction, loanId: string) {
  const parties = await findParties(tx, loanId);
  if (!parties) throw appError('LOAN_NOT_FOUND');
  const [key] = await lockAndReadKeys(tx, [parties.keyId]);
  const facts = await readDisputable(tx, loanId);
  if (!key || !facts?.disputed) throw appError('DISPUTE_NOT_FOUND');
  if (facts.settledAt) throw appError('DISPUTE_SETTLED');
  const loan: SettledLoan = { ...facts, ...parties, loanId, keyNumber: key.keyNumber };
  return { loan, key };
}

/** A disputed loan, as it is settled and as messages name it. */
type SettledLoan = {
  loanId: string;
  keyId: string;
  keyNumber: string;
  holderId: string;
  handedBy: string;
  guardName: string;
  deskName: string | null;
};

type Work = {
  admin: DeskUser;
  loan: SettledLoan;
  key: KeyRow;
  settlement: Settlement;
  note: string | null;
};

type Effect = {
  correctedTo: string | null;
  notices: readonly NewNotification[];
  change: Omit<KeyChange, 'key'>;
  /** Those who waited for the key. */
  told: NotificationDelivery[];
};

async function applySettlement(tx: Transaction, work: Work): Promise<Effect> {
  const { admin, loan, key, settlement, note } = work;
  const parties = { originalUserId: loan.holderId, scannerId: admin.id };
  const notices = [settledNotice(loan, settlement.resolution, recallOf(loan, key))];
  if (settlement.resolution === 'corrected') return correct(tx, work, settlement.holderId);
  if (settlement.resolution === 'returned' && key.loanId === loan.loanId) {
    await closeLoan(tx, admin, loan, note);
    const change = {
      action: 'return',
      returnType: 'collected',
      requestingUserId: loan.holderId,
      ...parties,
    } as const;
    return { correctedTo: null, notices, change, told: await tellWaiters(tx, key) };
  }
  return { correctedTo: null, notices, change: { action: 'update', ...parties }, told: [] };
}

/** A recall while the loan was disputed was told to nobody. */
function recallOf({ loanId }: SettledLoan, key: KeyRow): string | null {
  return key.loanId === loanId && key.recalledAt ? (key.recallReason ?? '') : null;
}

async function correct(
  tx: Transaction,
  { admin, loan, key, note }: Work,
  holderId: string,
): Promise<Effect> {
  if (holderId === loan.holderId) throw appError('SAME_HOLDER');
  const person = await lockPersonForShare(tx, holderId);
  if (!person) throw appError('PERSON_NOT_FOUND');
  const { id, keyNumber } = key;
  const verdict = decideHandOut({ id, keyNumber, isActive: true, openLoan: null }, person);
  if (!verdict.allowed) throw verdict.error;
  await endWait(tx, { keyId: id, userId: holderId });
  const newLoanId = await moveLoan(tx, admin, loan, holderId, note);
  return {
    correctedTo: holderId,
    told: [],
    notices: [
      settledNotice(loan, 'corrected'),
      // They may dispute it too.
      {
        userId: person.id,
        template: 'key-lent',
        facts: {
          keyNumber,
          deskName: loan.deskName,
          guard: { id: loan.handedBy, name: loan.guardName },
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

/** What whoever said 'Not me' is told, with why the key is recalled. */
function settledNotice(
  { holderId, keyId, keyNumber }: SettledLoan,
  resolution: DisputeResolution,
  recallReason: string | null = null,
): NewNotification {
  return {
    userId: holderId,
    template: 'dispute-settled',
    facts: { keyNumber, resolution, recallReason },
    aboutId: keyId,
  };
}
