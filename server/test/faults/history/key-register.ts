import type { Operation } from './linearize.ts';

type Step = Operation['step'];

/** What an answer says of the loan that is open; what it does not say fits any. */
export type Loan = {
  holder?: string | undefined;
  loan?: string | undefined;
  notHolder?: string | undefined;
  notLoan?: string | undefined;
};

/** A key at the desk. Other states: deleted, or out to a holder on a loan. */
export const hanging = 'hanging';
const deleted = 'deleted';
/** The loan of a call whose answer was lost. */
const unnamed = '?';

const out = (holder: string, loan: string): string => `out ${holder} ${loan}`;

/** The state with the loan that is seen in it; null when it is another. */
const fits = (state: string, { holder, loan, notHolder, notLoan }: Loan): string | null => {
  const [kind, has = '', on = ''] = state.split(' ');
  if (kind !== 'out') return null;
  if ((holder && holder !== has) || (notHolder && notHolder === has)) return null;
  if (notLoan && notLoan === on) return null;
  if (!loan || loan === on) return state;
  return on === unnamed ? out(has, loan) : null;
};

export const handsOut =
  (holder: string, loan = unnamed): Step =>
  (state) =>
    state === hanging ? out(holder, loan) : null;

export const takesBack =
  (seen: Loan): Step =>
  (state) =>
    fits(state, seen) === null ? null : hanging;

export const removes: Step = (state) => (state === hanging ? deleted : null);

export const seesHanging: Step = (state) => (state === hanging ? state : null);

export const seesOut =
  (seen: Loan = {}): Step =>
  (state) =>
    fits(state, seen);

export const seesDeleted: Step = (state) => (state === deleted ? state : null);

export const seesActive: Step = (state) => (state === deleted ? null : state);
