import { type Call, isLost, isOk } from './call.ts';
import type { Operation } from './linearize.ts';

type Step = Operation['step'];

/** What these calls, which are about one person, were to their role. */
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

/** Whether somebody may take a key without a code shows the role in which they were answered. */
function sightOf({ kind, answer }: Call): Step | undefined {
  if (kind !== 'take' || !answer) return undefined;
  return answer.code === 'USE_THE_DESK' ? seesFaculty : seesDesk;
}

/** The role in which everybody begins who may be given another. */
export const faculty = 'faculty';

const seesFaculty: Step = (state) => (state === faculty ? state : null);

const seesDesk: Step = (state) => (state === faculty ? null : state);
