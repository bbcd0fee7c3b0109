import { type Call, isLost, isOk } from './call.ts';
import type { Operation } from './linearize.ts';

type Step = Operation['step'];

/** The effects of these calls, all about one person, on their role. */
export function operationsOnRole(calls: readonly Call[]): Operation[] {
  return calls.flatMap((call): Operation[] => {
    const { kind, role, owner, invoked, answered, answer } = call;
    const changes = kind === 'change-role' && (isOk(call) || isLost(call));
    const step = changes ? becomes(role ?? '') : sightOf(call);
    if (!step) return [];
    const what = `${kind} and the role of ${owner}: ${answer?.code ?? 'lost'}`;
    return [{ what, invoked, answered, onlySees: !changes, step }];
  });
}

function becomes(role: string): Step {
  return () => role;
}

function sightOf({ kind, answer }: Call): Step | undefined {
  if (kind !== 'take' || !answer) return undefined;
  return answer.code === 'USE_THE_DESK' ? seesFaculty : seesDesk;
}

/** Everyone whose role may change starts with this one. */
export const faculty = 'faculty';

const seesFaculty: Step = (state) => (state === faculty ? state : null);

const seesDesk: Step = (state) => (state === faculty ? null : state);
