import { type Call, isLost, isOk } from './call.ts';
import type { Operation } from './linearize.ts';
import { becomes, seesDesk, seesFaculty } from './role-register.ts';

type Step = Operation['step'];

/** Whether somebody may take a key without a code shows the role in which they were answered. */
const sightOf = ({ kind, answer }: Call): Step | undefined => {
  if (kind !== 'take' || !answer) return undefined;
  return answer.code === 'USE_THE_DESK' ? seesFaculty : seesDesk;
};

/** What these calls, which are about one person, were to their role. */
export const operationsOnRole = (calls: readonly Call[]): Operation[] =>
  calls.flatMap((call): Operation[] => {
    const { kind, role, owner, invoked, answered, answer } = call;
    const changes = kind === 'change-role' && (isOk(call) || isLost(call));
    const step = changes ? becomes(role ?? '') : sightOf(call);
    if (!step) return [];
    const what = `${kind} and the role of ${owner}: ${answer?.code ?? 'lost'}`;
    return [{ what, invoked, answered, onlySees: !changes, step }];
  });
