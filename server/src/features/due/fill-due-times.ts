import { closingAfter } from '@keydesk/shared/due/calendar';
import { type Database, transact } from '../../platform/db/client.ts';
import type { DueDefaults } from './current-due.ts';
import {
  listRecentLoansWithoutDueTime,
  lockLoansWithoutDueTime,
  storeDueTimes,
} from './loan-queries.ts';

/**
 * Gives loans from before due times were stored the one that they had then: the first reminder time
 * after the hand-out. Loans that are due at no time are told apart by the rule that says so.
 */
export async function fillDueTimes(db: Database, defaults: DueDefaults): Promise<void> {
  const calendar = { ...defaults, hours: [], days: [] };
  await transact(db, async (tx) => {
    const loans = [
      ...(await lockLoansWithoutDueTime(tx)),
      ...(await listRecentLoansWithoutDueTime(tx)),
    ];
    await storeDueTimes(
      tx,
      loans.map(({ id, takenAt }) => ({ id, dueAt: closingAfter(takenAt, calendar) })),
    );
  });
}
