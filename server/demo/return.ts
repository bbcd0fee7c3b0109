import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import { closed, type LoanRow } from '../test/factories/loans.ts';
import type { UserRow } from '../test/factories/users.ts';
import type { Campus } from './campus.ts';
import { minuteOfDay } from './campus-day.ts';
import { guardOnDuty } from './duty.ts';

const reasons = ['Collected on the closing round', 'Left in the door', 'Holder had left', null];
const EVENING = 17.5 * 60;

/** Brought by whom: collections pile up in the evening and on the morning after. */
const singleReturn = (campus: Campus, loan: LoanRow, returnedAt: Date): ReturnType => {
  const overnight = returnedAt.getTime() - loan.takenAt.getTime() > 12 * 3_600_000;
  const late = overnight || minuteOfDay(campus.days, returnedAt) >= EVENING;
  const chance = campus.random.fraction();
  if (chance < (late ? 0.38 : 0.09)) return 'collected';
  return chance > 0.88 ? 'volunteer' : 'own';
};

/** A colleague who brings the key along, of the same department if there is one. */
const colleague = ({ people, random }: Campus, holderId: string, moment: Date): UserRow => {
  const holder = people.find(({ id }) => id === holderId);
  const present = people.filter(
    ({ id, role, createdAt }) => role === 'faculty' && id !== holderId && createdAt < moment,
  );
  const near = present.filter(({ department }) => department === holder?.department);
  return random.pick(near.length > 0 ? near : present);
};

/** Closes a loan in a believable way; one of `several` brought at once is a batch return. */
export const returned = (
  campus: Campus,
  loan: LoanRow,
  returnedAt: Date,
  several: boolean,
): LoanRow => {
  const returnType = several ? 'batch' : singleReturn(campus, loan, returnedAt);
  const receivedBy = guardOnDuty(campus, returnedAt).id;
  const closing = { returnedAt, returnType, receivedBy } as const;
  if (returnType === 'collected')
    return closed(loan, {
      ...closing,
      returnedBy: receivedBy,
      returnReason: campus.random.pick(reasons),
    });
  if (returnType === 'volunteer')
    return closed(loan, {
      ...closing,
      returnedBy: colleague(campus, loan.holderId, returnedAt).id,
    });
  return closed(loan, closing);
};
