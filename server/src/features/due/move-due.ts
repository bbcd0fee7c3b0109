import type { Calendar } from '@keydesk/shared/due/calendar';
import type { StrandedLoan } from '@keydesk/shared/due/calendar-routes';
import { movedFromClosedDay } from '@keydesk/shared/due/stranded';
import type { User } from '@keydesk/shared/users/user';
import { type Connection, type Transaction, transact } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { findKeys, lockAndReadKeys } from '../keys/index.ts';
import { type NewNotification, notify } from '../notifications/index.ts';
import { announceMoved, type DueDeps } from './announce.ts';
import { type LoanDueLater, listDueLater, moveLoans } from './loan-queries.ts';

/** Keys that are out and will be due while a closed or short day has the campus closed. */
export async function strandedLoans({ db, due }: DueDeps): Promise<StrandedLoan[]> {
  return (await findStranded(db, due.calendar())).map(({ loan, to }) => ({
    loanId: loan.id,
    keyId: loan.keyId,
    keyNumber: loan.keyNumber,
    keyName: loan.keyName,
    holderId: loan.holderId,
    holderName: loan.holderName,
    dueAt: loan.dueAt.toISOString(),
    newDueAt: to.toISOString(),
  }));
}

/** A loan, and when it is to be due. */
type Move = { loan: LoanDueLater; to: Date };

async function findStranded(db: Connection, calendar: Calendar): Promise<Move[]> {
  return (await listDueLater(db)).flatMap((loan) => {
    const to = movedFromClosedDay(loan.dueAt, calendar);
    return to ? [{ loan, to }] : [];
  });
}

/**
 * Moves such loans to the next closing time, in one transaction, and tells each holder once. Those that
 * came back or were moved in the meantime are left out; the answer says how many were moved.
 */
export async function moveStranded(
  { db, due, publisher }: DueDeps,
  admin: User,
  loanIds: readonly string[],
): Promise<number> {
  await due.refresh();
  const calendar = due.calendar();
  const { keys, deliveries } = await transact(db, async (tx) => {
    const chosen = (await findStranded(tx, calendar)).filter(({ loan }) =>
      loanIds.includes(loan.id),
    );
    const keyIds = chosen.map(({ loan }) => loan.keyId);
    await lockAndReadKeys(tx, keyIds);
    // Read again under the locks: a key may have come back.
    const moves = (await findStranded(tx, calendar)).filter(
      ({ loan }) => loanIds.includes(loan.id) && keyIds.includes(loan.keyId),
    );
    await store(tx, admin, moves);
    const keys = await findKeys(
      tx,
      moves.map(({ loan }) => loan.keyId),
    );
    return { keys, deliveries: await notify(tx, noticesOf(moves, calendar)) };
  });
  announceMoved(publisher, keys, deliveries);
  return keys.length;
}

async function store(tx: Transaction, admin: User, moves: readonly Move[]): Promise<void> {
  const reason = 'The campus is closed then';
  await moveLoans(
    tx,
    moves.map(({ loan, to }) => ({ loanId: loan.id, to })),
    { byId: admin.id, reason },
  );
  await recordAudit(
    tx,
    ...moves.map(({ loan, to }) => ({
      action: 'move-due' as const,
      actorId: admin.id,
      subjectId: loan.holderId,
      keyId: loan.keyId,
      loanId: loan.id,
      reason,
      details: { before: loan.dueAt.toISOString(), after: to.toISOString() },
    })),
  );
}

/** One message for each holder, however many keys. */
function noticesOf(moves: readonly Move[], { timezone }: Calendar): NewNotification[] {
  return [...byHolder(moves.filter(({ loan }) => loan.isHeld))].map(([userId, own]) => {
    const [only, ...more] = own;
    return {
      userId,
      template: 'closed-day-moved',
      facts: {
        loans: own.map(({ loan: { id, keyNumber }, to }) => ({ id, keyNumber, dueAt: to })),
        timezone,
      },
      ...(only && more.length === 0 && { aboutId: only.loan.keyId }),
    };
  });
}

function byHolder(moves: readonly Move[]): ReadonlyMap<string, Move[]> {
  const groups = new Map<string, Move[]>();
  for (const move of moves)
    groups.set(move.loan.holderId, [...(groups.get(move.loan.holderId) ?? []), move]);
  return groups;
}
