import { type Call, isLost, isOk } from './call.ts';
import type { Operation } from './linearize.ts';

type Step = Operation['step'];

/**
 * What these calls were to one key. The scans of one code that were answered, or whose answer was
 * lost, are one event: the first of them to take effect is repeated to the others.
 */
export function operationsOnKey(keyId: string, calls: readonly Call[]): Operation[] {
  const scans = new Map<string, { operation: Operation; shownLoan: string | undefined }>();
  const found: Operation[] = [];
  for (const call of calls) {
    const { invoked, answered } = call;
    const happened = isOk(call) || isLost(call);
    const act = happened ? actOf(call) : undefined;
    const step = act ?? (isOk(call) ? acceptedSight(call) : refusedSight(call, keyId));
    if (!step) continue;
    const what = `${call.kind} ${keyId} by ${call.by}: ${call.answer?.code ?? 'lost'}`;
    const known = act && call.code ? scans.get(call.code) : undefined;
    if (known) {
      const { operation, shownLoan } = known;
      operation.invoked = Math.min(operation.invoked, invoked);
      operation.answered = Math.min(operation.answered, answered);
      // A repeat is answered whatever loan it shows; which of the scans took effect is not known.
      if (shownLoan !== call.shownLoan) known.shownLoan = undefined;
      // What an answer said is known better than what a lost one might have.
      if (isOk(call)) operation.step = actOf({ ...call, shownLoan: known.shownLoan }) ?? step;
      continue;
    }
    const operation = { what, invoked, answered, onlySees: !act, step };
    found.push(operation);
    if (act && call.code) scans.set(call.code, { operation, shownLoan: call.shownLoan });
  }
  return found;
}

/** What an accepted call does to each of its keys; undefined when it only looks. */
function actOf(call: Call): Step | undefined {
  switch (call.kind) {
    case 'scan-request':
      return handsOut(call.owner ?? '', call.answer?.loan);
    case 'take':
      return handsOut(call.by, call.answer?.loan);
    case 'scan-return':
    case 'scan-batch':
    case 'collect':
      return takesBack(loanOf(call));
    case 'delete':
      return removes;
    default:
      return undefined;
  }
}

function handsOut(holder: string, loan = unnamed): Step {
  return (state) => (state === atDesk ? out(holder, loan) : null);
}

function out(holder: string, loan: string): string {
  return `out ${holder} ${loan}`;
}

function takesBack(expected: Loan): Step {
  return (state) => (fits(state, expected) === null ? null : atDesk);
}

/** The state, with what is now known of its loan; null if the loan is another one. */
function fits(state: string, { holder, loan, notHolder, notLoan }: Loan): string | null {
  const [kind, has = '', on = ''] = state.split(' ');
  if (kind !== 'out') return null;
  if ((holder && holder !== has) || (notHolder && notHolder === has)) return null;
  if (notLoan && notLoan === on) return null;
  if (!loan || loan === on) return state;
  return on === unnamed ? out(has, loan) : null;
}

/** The loan that an accepted call was about. */
function loanOf({ answer, shownLoan, kind, owner }: Call): Loan {
  return {
    holder: kind === 'scan-return' ? owner : answer?.holder,
    loan: shownLoan,
  };
}

/** What an accepted call that changes no key tells about its keys. */
function acceptedSight({ kind, by, answer }: Call): Step | undefined {
  switch (kind) {
    case 'read':
      return answer?.holder ? seesOut({ holder: answer.holder, loan: answer.loan }) : seesAtDesk;
    case 'issue-request':
      return seesAtDesk;
    case 'issue-return':
      return seesOut({ holder: by });
    case 'issue-batch':
      return seesOut();
    default:
      return undefined;
  }
}

function seesOut(expected: Loan = {}): Step {
  return (state) => fits(state, expected);
}

/** What a refusal tells about a key; undefined when it tells nothing. */
function refusedSight({ answer, by, owner, kind, shownLoan }: Call, keyId: string) {
  const named = answer?.faults?.includes(keyId) ?? false;
  switch (answer?.code) {
    case 'KEY_NOT_AVAILABLE':
    case 'KEY_IS_OUT':
      return seesOut();
    case 'KEY_NOT_TAKEN':
    case 'ACCESS_REFUSED':
      return seesAtDesk;
    case 'KEY_NOT_FOUND':
    case 'KEY_RETIRED':
      return seesDeleted;
    case 'LOAN_CHANGED':
      return seesOut({ notLoan: shownLoan });
    case 'NOT_YOUR_KEY':
      return seesOut({ notHolder: kind === 'issue-return' ? by : owner });
    case 'KEYS_NOT_TAKEN':
      return named ? seesAtDesk : seesOut();
    case 'KEYS_NOT_FOUND':
      return named ? seesDeleted : seesActive;
    default:
      return undefined;
  }
}

/** What an answer says of the loan that is open; what it does not say fits any. */
type Loan = {
  holder?: string | undefined;
  loan?: string | undefined;
  notHolder?: string | undefined;
  notLoan?: string | undefined;
};

/** A key at the desk. Other states: deleted, or out to a holder on a loan. */
export const atDesk = 'at-desk';
const deleted = 'deleted';
/** The loan of a call whose answer was lost. */
const unnamed = '?';

const removes: Step = (state) => (state === atDesk ? deleted : null);

const seesAtDesk: Step = (state) => (state === atDesk ? state : null);

const seesDeleted: Step = (state) => (state === deleted ? state : null);

const seesActive: Step = (state) => (state === deleted ? null : state);
