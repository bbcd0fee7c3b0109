import type { KeyLoan } from '@keydesk/shared/keys/routes';
import { formatDateTime, formatDateTimeRange } from '../../lib/format.ts';

type LoanEnd = Pick<KeyLoan, 'returnedAt' | 'returnType'>;
type LoanSpan = Pick<KeyLoan, 'takenAt' | 'returnedAt'>;

const returnWords = {
  own: 'Returned by holder',
  collected: 'Collected by the desk',
  volunteer: 'Volunteer return',
  batch: 'Returned with others',
};

/** How a loan ended, or that it has not. */
export function endingOf({ returnedAt, returnType }: LoanEnd): string {
  if (!returnedAt) return 'Out now';
  return returnType ? returnWords[returnType] : 'Returned';
}

/** When the loan began and ended. */
export function spanOf({ takenAt, returnedAt }: LoanSpan): string {
  return returnedAt ? formatDateTimeRange(takenAt, returnedAt) : `Since ${formatDateTime(takenAt)}`;
}

type Person = { id: string; name: string };

/** What a loan says about the people in it; the holder is known from elsewhere. */
export type LoanPeople = Pick<
  KeyLoan,
  'handedBy' | 'returnedBy' | 'receivedBy' | 'identifiedBy'
> & {
  holder: { id: string };
};

/** Who else took part and how, as far as the reader may know. */
export function participantsOf(loan: LoanPeople): { part: string; person: Person }[] {
  const { holder, handedBy, returnedBy, receivedBy } = loan;
  const brought = returnedBy?.id !== holder.id && returnedBy?.id !== receivedBy?.id;
  return [
    { part: handedOverText(loan), person: handedBy },
    { part: 'Brought back by', person: brought ? returnedBy : null },
    { part: 'Received by', person: receivedBy },
  ].flatMap(({ part, person }) => (person ? [{ part, person }] : []));
}

/** Without a word on how the holder was known where they showed their code. */
function handedOverText({ identifiedBy }: LoanPeople): string {
  if (identifiedBy === 'desk') return 'Handed over to their name by';
  return identifiedBy === 'card' ? 'Handed over to their ID card by' : 'Handed over by';
}
