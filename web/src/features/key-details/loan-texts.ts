import type { KeyLoan } from '@keydesk/shared/keys/routes';
import { formatDateTime, formatDateTimeRange } from '../../lib/format.ts';

const returnWords = {
  own: 'Returned by holder',
  collected: 'Collected by the desk',
  volunteer: 'Volunteer return',
  batch: 'Returned with others',
};

/** How a loan ended, or that it has not. */
export function endingOf({ returnedAt, returnType }: KeyLoan): string {
  if (!returnedAt) return 'Out now';
  return returnType ? returnWords[returnType] : 'Returned';
}

/** When the loan began and ended. */
export function spanOf({ takenAt, returnedAt }: KeyLoan): string {
  return returnedAt ? formatDateTimeRange(takenAt, returnedAt) : `Since ${formatDateTime(takenAt)}`;
}

/** Who else took part, as far as the reader may know. */
export function peopleOf(loan: KeyLoan): string[] {
  const { holder, handedBy, returnedBy, receivedBy, reason } = loan;
  return [
    handedBy && `Handed over by ${handedBy.name}`,
    returnedBy && returnedBy.id !== holder.id && returnedBy.id !== receivedBy?.id
      ? `Brought back by ${returnedBy.name}`
      : null,
    receivedBy && `Received by ${receivedBy.name}`,
    reason && `Reason: ${reason}`,
  ].filter((text): text is string => Boolean(text));
}
