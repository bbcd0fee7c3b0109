import { appError } from '@keydesk/shared/errors';
import { formatMinutes, minutesUntilReminder } from '@keydesk/shared/notifications/reminder';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import { isHeldLoan } from '../../platform/db/predicates.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { notify } from './notify.ts';
import { lastReminderText } from './queries.ts';
import { type RemindedLoan, remindedLoanColumns, toOwnLoan } from './reminders.ts';

/**
 * Reminds the holder of a key that is out, now and by name of the key. What the
 * ladder sends, which names all keys of a person, does not count for the pause.
 * @throws LOAN_DISPUTED, or REMINDED_RECENTLY if anybody did so for this loan a short while ago (`reminder-pause`)
 */
export async function remindHolder(
  { db, publisher }: { db: Database; publisher: Publisher },
  desk: User,
  loanId: string,
): Promise<{ remindedAt: string }> {
  const deliveries = await transact(db, async (tx) => {
    const loan = await lockLoan(tx, loanId);
    if (!loan) throw appError('LOAN_NOT_FOUND');
    if (loan.returnedAt) throw appError('KEY_NOT_TAKEN');
    if (loan.disputed) throw appError('LOAN_DISPUTED', loan.keyNumber);
    const wait = minutesUntilReminder(loan.remindedAt, loan.now);
    if (wait > 0)
      throw appError('REMINDED_RECENTLY', loan.keyNumber, formatMinutes(wait)).withDetails({
        remindedAt: loan.remindedAt?.toISOString(),
      });
    await recordAudit(tx, {
      action: 'remind-holder',
      actorId: desk.id,
      subjectId: loan.holder.id,
      keyId: loan.keyId,
      loanId,
    });
    return notify(tx, [
      {
        userId: loan.holder.id,
        template: 'overdue',
        facts: { loans: [toOwnLoan(loan)] },
        aboutId: loanId,
        loanId,
      },
    ]);
  });
  publisher.notified(deliveries);
  return { remindedAt: deliveries[0]?.notification.createdAt ?? new Date().toISOString() };
}

/**
 * Locks a loan, then reads it. In one statement, the second of two reminders at the same time would
 * wait for the lock and still not see the first one.
 */
async function lockLoan(tx: Transaction, loanId: string): Promise<LockedLoan | undefined> {
  await tx.query('SELECT FROM loans WHERE id = $1 FOR NO KEY UPDATE', [loanId]);
  const { rows } = await tx.query<LockedLoan>(
    `SELECT ${remindedLoanColumns}, l.returned_at AS "returnedAt",
            NOT ${isHeldLoan('l')} AS disputed, ${lastReminderText} AS "remindedAt",
            clock_timestamp() AS now
       FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
      WHERE l.id = $1`,
    [loanId],
  );
  return rows[0];
}

type LockedLoan = RemindedLoan & {
  returnedAt: Date | null;
  /** Also of one that is closed. */
  disputed: boolean;
  remindedAt: Date | null;
  now: Date;
};
