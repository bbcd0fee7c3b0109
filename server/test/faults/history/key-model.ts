import { type Call, isLost, isOk } from './call.ts';
import type { Operation } from './linearize.ts';

type Step = Operation['step'];

/**
 * The effects of these calls on one key. Accepted or unanswered scans of the same code are one
 * event: the first to take effect is repeated to the others.
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
      // A repeat is answered whatever loan it shows, so the scan that took effect is unknown.
      if (shownLoan !== call.shownLoan) known.shownLoan = undefined;
      // A known answer is better evidence than a lost one.
      if (isOk(call)) operation.step = actOf({ ...call, shownLoan: known.shownLoan }) ?? step;
      continue;
    }
    const operation = { what, invoked, answered, onlySees: !act, step };
    found.push(operation);
    if (act && call.code) scans.set(call.code, { operation, shownLoan: call.shownLoan });
  }
  return found;
}

/** The effect of an accepted call on each of its keys; undefined if it only reads. */
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

/** The state with all that is known of its loan; null for another loan. */
function fits(state: string, { holder, loan, notHolder, notLoan }: Loan): string | null {
  const [kind, has = '', on = ''] = state.split(' ');
  if (kind !== 'out') return null;
  if ((holder && holder !== has) || (notHolder && notHolder === has)) return null;
  if (notLoan && notLoan === on) return null;
  if (!loan || loan === on) return state;
  return on === unnamed ? out(has, loan) : null;
}

function loanOf({ answer, shownLoan, kind, owner }: Call): Loan {
  return {
    holder: kind === 'scan-return' ? owner : answer?.holder,
    loan: shownLoan,
  };
}

/** What an accepted call without an effect shows about its keys. */
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

/** What a refusal shows about a key; undefined for nothing. */
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

/** The known properties of the open loan; unknown ones match any. */
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
