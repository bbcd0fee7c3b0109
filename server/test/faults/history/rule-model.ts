import { type Call, isLost, isOk } from './call.ts';
import type { Operation } from './linearize.ts';

type Step = Operation['step'];

/**
 * The effects of these calls, all about one key, on the rule that refuses it. Scans of the same
 * code are one event: a repeat is answered whatever the rule has become.
 */
export function operationsOnRule(keyId: string, calls: readonly Call[]): Operation[] {
  const scans = new Map<string, Operation>();
  const found: Operation[] = [];
  for (const call of calls) {
    const { kind, code, invoked, answered, answer } = call;
    const known = kind === 'scan-request' && code ? scans.get(code) : undefined;
    const took = isOk(call) || isLost(call);
    if (known && took) {
      known.invoked = Math.min(known.invoked, invoked);
      known.answered = Math.min(known.answered, answered);
      continue;
    }
    const step = kind === 'change-rule' ? becomes(call.rule ?? none) : sightOf(call);
    if (!step) continue;
    const what = `${kind} and the rule about ${keyId}: ${answer?.code ?? 'lost'}`;
    const operation = { what, invoked, answered, onlySees: kind !== 'change-rule', step };
    found.push(operation);
    if (kind === 'scan-request' && code && took) scans.set(code, operation);
  }
  return found;
}

function becomes(rule: string): Step {
  return () => rule;
}

/** A hand-out or an issued code shows the rule at that time. */
function sightOf(call: Call): Step | undefined {
  if (!handOuts.has(call.kind)) return undefined;
  if (isOk(call) || isLost(call)) return seesNone;
  return call.answer?.code === 'ACCESS_REFUSED' ? seesDeny : undefined;
}

const handOuts: ReadonlySet<Call['kind']> = new Set(['scan-request', 'take', 'issue-request']);

/** The initial state. The other one: deny. */
export const none = 'none';

const seesNone: Step = (state) => (state === none ? state : null);

const seesDeny: Step = (state) => (state === none ? null : state);
