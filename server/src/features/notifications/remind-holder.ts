import { appError } from '@keydesk/shared/errors';
import { formatMinutes, minutesUntilReminder } from '@keydesk/shared/notifications/reminder';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import { isHeldLoan } from '../../platform/db/predicates.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { notify } from './notify.ts';
import { lastReminderText } from './queries.ts';
import { recheckDelivery, type SentMessages } from './recheck.ts';
import { reminderFor } from './reminders.ts';
import { findUnchangedLoans } from './unchanged-loans.ts';

/**
 * Reminds the holder of a key that is out, now and by name of the key. What the
 * ladder sends, which names all keys of a person, does not count for the pause.
 * @throws LOAN_DISPUTED, or REMINDED_RECENTLY if anybody did so for this loan a short while ago (`reminder-pause`)
 */
export async function remindHolder(
  { db, publisher, timezone }: { db: Database; publisher: Publisher; timezone: string },
  desk: User,
  loanId: string,
): Promise<{ remindedAt: string }> {
  const sent = await transact(db, async (tx): Promise<SentMessages> => {
    const loan = await lockLoan(tx, loanId);
    if (!loan) throw appError('LOAN_NOT_FOUND');
    if (loan.returned_at) throw appError('KEY_NOT_TAKEN');
    if (loan.disputed) throw appError('LOAN_DISPUTED', loan.key_number);
    const wait = minutesUntilReminder(loan.reminded_at, loan.now);
    if (wait > 0)
      throw appError('REMINDED_RECENTLY', loan.key_number, formatMinutes(wait)).withDetails({
        remindedAt: loan.reminded_at?.toISOString(),
      });
    await recordAudit(tx, {
      action: 'remind-holder',
      actorId: desk.id,
      subjectId: loan.holder_id,
      keyId: loan.key_id,
      loanId,
    });
    const [reminded] = (await findUnchangedLoans(tx, [{ loanId, dueAt: loan.due_at }])).values();
    const messages = reminded
      ? [{ ...reminderFor(loan.holder_id, [reminded]), aboutId: loanId }]
      : [];
    return { messages, deliveries: await notify(tx, messages) };
  });
  const clock = () => new Date();
  publisher.notified(sent.deliveries, recheckDelivery(db, sent, { clock, timezone }));
  return { remindedAt: sent.deliveries[0]?.notification.createdAt ?? new Date().toISOString() };
}

/**
 * Locks a loan, then reads it. In one statement, the second of two reminders at the same time would
 * wait for the lock and still not see the first one.
 */
async function lockLoan(tx: Transaction, loanId: string): Promise<LockedLoan | undefined> {
  await tx.query('SELECT FROM loans WHERE id = $1 FOR NO KEY UPDATE', [loanId]);
  const { rows } = await tx.query<LockedLoan>(
    `SELECT l.key_id, l.holder_id, l.returned_at, date_trunc('milliseconds', l.due_at) AS due_at, k.key_number,
            NOT ${isHeldLoan('l')} AS disputed, ${lastReminderText} AS reminded_at, clock_timestamp() AS now
       FROM loans l JOIN keys k ON k.id = l.key_id
      WHERE l.id = $1`,
    [loanId],
  );
  return rows[0];
}

type LockedLoan = {
  key_id: string;
  holder_id: string;
  returned_at: Date | null;
  /** Also of one that is closed. */
  disputed: boolean;
  key_number: string;
  due_at: Date | null;
  reminded_at: Date | null;
  now: Date;
};
