import { type Call, isLost, isOk } from './call.ts';
import { issues, seesLiving, seesUsedByAnother, seesVoided, uses, voids } from './code-register.ts';
import type { Operation } from './linearize.ts';

type Step = Operation['step'];

const isScan = ({ kind }: Call): boolean => kind.startsWith('scan-');
const isIssue = ({ kind }: Call): boolean => kind.startsWith('issue-');

/** Whether an issued code, or a change of role, voids this one if it lives. */
const mayVoid = (call: Call, issue: Call): boolean => {
  if (call.kind === 'change-role') return call.owner === issue.by;
  if (!isIssue(call) || call.by !== issue.by || call === issue) return false;
  const bothBatches = call.kind === 'issue-batch' && issue.kind === 'issue-batch';
  return bothBatches || call.keyIds.some((id) => issue.keyIds.includes(id));
};

/** Refusals about the key or its holder, which are only given for a living code. */
const aboutTheKey = new Set([
  'KEY_NOT_AVAILABLE',
  'KEY_NOT_TAKEN',
  'KEY_NOT_FOUND',
  'KEYS_NOT_TAKEN',
  'KEYS_NOT_FOUND',
  'LOAN_CHANGED',
  'NOT_YOUR_KEY',
]);

const sightOf = ({ answer, by }: Call): Step | undefined => {
  if (answer?.code === 'QR_USED') return seesUsedByAnother(by);
  if (answer?.code === 'QR_VOIDED') return seesVoided;
  return answer && aboutTheKey.has(answer.code) ? seesLiving : undefined;
};

const actOf = (call: Call, issue: Call): Step | undefined => {
  if (!isOk(call) && !isLost(call)) return undefined;
  if (call === issue) return issues;
  if (isScan(call)) return call.code === issue.code ? uses(call.by) : undefined;
  return mayVoid(call, issue) ? voids : undefined;
};

/** What these calls were to the code that `issue` was answered with. */
export const operationsOnCode = (issue: Call, calls: readonly Call[]): Operation[] =>
  calls.flatMap((call): Operation[] => {
    const act = actOf(call, issue);
    const isAbout = isScan(call) && call.code === issue.code;
    const step = act ?? (isAbout ? sightOf(call) : undefined);
    if (!step) return [];
    const { kind, by, invoked, answered, answer } = call;
    const what = `${kind} of code ${issue.code} by ${by}: ${answer?.code ?? 'lost'}`;
    return [{ what, invoked, answered, onlySees: !act, step }];
  });
