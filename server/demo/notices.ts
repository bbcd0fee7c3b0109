import type { notifications } from '../src/db/tables.ts';
import { returnedNotice, takenNotice } from '../src/features/handovers/handover-notices.ts';
import type { LoanRow } from '../test/factories/loans.ts';
import type { Campus } from './campus.ts';

export type NotificationRow = typeof notifications.$inferInsert;
type Notice = Omit<NotificationRow, 'id' | 'createdAt' | 'readAt'>;

const SHOWN = 8;
const READ_AFTER = 4 * 60_000;

/** A notice as it lies in its reader's list; `isRead` a few minutes after it came. */
const delivered = (
  { random, now }: Campus,
  notice: Notice,
  createdAt: Date,
  isRead: boolean,
): NotificationRow => ({
  ...notice,
  id: random.idAt(createdAt),
  createdAt,
  readAt: isRead ? new Date(Math.min(createdAt.getTime() + READ_AFTER, now.getTime())) : null,
});

const noticesOf = (campus: Campus, loan: LoanRow): [Notice, Date][] => {
  const key = campus.keys.find(({ id }) => id === loan.keyId);
  if (!key) return [];
  const named = { key_number: key.keyNumber, key_name: key.keyName };
  const taken: [Notice, Date] = [takenNotice(named, loan.holderId), loan.takenAt];
  const returner = campus.people.find(({ id }) => id === loan.returnedBy);
  return loan.returnedAt && loan.returnType && returner
    ? [taken, [returnedNotice(named, loan.holderId, loan.returnType, returner), loan.returnedAt]]
    : [taken];
};

/** The latest handovers as their holder was told of them, the last two still unread. */
const handoverNotices = (campus: Campus, holderId: string, loans: readonly LoanRow[]) =>
  loans
    .filter((loan) => loan.holderId === holderId)
    .slice(-SHOWN)
    .flatMap((loan) => noticesOf(campus, loan))
    .sort(([, one], [, other]) => other.getTime() - one.getTime())
    .slice(0, SHOWN)
    .map(([notice, at], index) => delivered(campus, notice, at, index >= 2));

/** What the star and the desk find in their notification lists; `loans` in the order of taking. */
export const demoNotices = (campus: Campus, loans: readonly LoanRow[]): NotificationRow[] => {
  const [desk] = campus.guards;
  const readers = campus.star ? [campus.star, desk] : [desk];
  return readers.flatMap(({ id }) => handoverNotices(campus, id, loans));
};
