import { appError } from '@keydesk/shared/errors';
import { decideDispute } from '@keydesk/shared/handovers/dispute';
import { deskRoles } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { findKeys, type KeyRow, lockAndReadKeys, presentKey } from '../keys/index.ts';
import { type NewNotification, notify } from '../notifications/index.ts';
import { listUserIdsByRole } from '../users/index.ts';
import {
  type DisputableRow,
  findParties,
  insertDispute,
  raiseKeyVersion,
  readDisputable,
} from './queries.ts';

/**
 * Opens a dispute about one of the caller's own loans, and tells the desk and the admins (`not-me`).
 * Doing it again changes nothing; somebody else's loan counts as not found.
 * @throws LOAN_NOT_FOUND, DISPUTE_SETTLED, DISPUTE_TOO_LATE or NOT_LENT_BY_NAME
 */
export async function raiseDispute(
  { db, publisher }: { db: Database; publisher: Publisher },
  caller: User,
  loanId: string,
): Promise<void> {
  const raised = await transact(db, async (tx) => {
    const { key, loan } = await lockOwnLoan(tx, caller.id, loanId);
    const verdict = decideDispute(
      { ...loan, dispute: loan.disputed ? { settledAt: loan.settledAt } : null },
      loan.now,
    );
    if (verdict.outcome === 'refused') throw verdict.error;
    if (verdict.outcome === 'raised-before') return null;
    await insertDispute(tx, loanId);
    await raiseKeyVersion(tx, key.id);
    await recordAudit(tx, {
      action: 'dispute-loan',
      actorId: caller.id,
      subjectId: loan.handedBy,
      keyId: key.id,
      loanId,
    });
    const notices = (await listUserIdsByRole(tx, deskRoles)).map((userId) =>
      disputeNotice(userId, key, caller, loan),
    );
    const [changed] = await findKeys(tx, [key.id]);
    return { changed, deliveries: await notify(tx, notices) };
  });
  if (!raised?.changed) return;
  const change = { action: 'update', key: presentKey(raised.changed, 'desk') } as const;
  publisher.handedOver([{ ...change, originalUserId: caller.id }], raised.deliveries);
}

/** Locks the loan's key, as every handover does, and then reads the loan. */
async function lockOwnLoan(tx: Transaction, callerId: string, loanId: string) {
  const parties = await findParties(tx, loanId);
  if (parties?.holderId !== callerId) throw appError('LOAN_NOT_FOUND');
  const [key] = await lockAndReadKeys(tx, [parties.keyId]);
  const loan = await readDisputable(tx, loanId);
  if (!key || !loan) throw appError('LOAN_NOT_FOUND');
  return { key, loan };
}

function disputeNotice(
  userId: string,
  { id, keyNumber }: KeyRow,
  holder: User,
  { handedBy, guardName, deskName }: DisputableRow,
): NewNotification {
  return {
    userId,
    template: 'handover-disputed',
    facts: {
      keyNumber,
      holder: { id: holder.id, name: holder.name },
      guard: { id: handedBy, name: guardName },
      deskName,
    },
    aboutId: id,
  };
}
