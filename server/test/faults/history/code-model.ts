import { type Call, isLost, isOk } from './call.ts';
import type { Operation } from './linearize.ts';

type Step = Operation['step'];

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

/** What these calls were to the code that `issue` was answered with. */
export function operationsOnCode(issue: Call, calls: readonly Call[]): Operation[] {
  return calls.flatMap((call): Operation[] => {
    const act = actOf(call, issue);
    const isAbout = isScan(call) && call.code === issue.code;
    const step = act ?? (isAbout ? sightOf(call) : undefined);
    if (!step) return [];
    const { kind, by, invoked, answered, answer } = call;
    const what = `${kind} of code ${issue.code} by ${by}: ${answer?.code ?? 'lost'}`;
    return [{ what, invoked, answered, onlySees: !act, step }];
  });
}

function actOf(call: Call, issue: Call): Step | undefined {
  if (!isOk(call) && !isLost(call)) return undefined;
  if (call === issue) return issues;
  if (isScan(call)) return call.code === issue.code ? uses(call.by) : undefined;
  return mayVoid(call, issue) ? voids : undefined;
}

function isScan({ kind }: Call): boolean {
  return kind.startsWith('scan-');
}

/** The desk's first scan uses it up; every further one of the same desk is answered as well. */
function uses(desk: string): CodeStep {
  return (state) => (state === living || state === used(desk) ? used(desk) : null);
}

function used(desk: string): string {
  return `used ${desk}`;
}

/** Whether an issued code, or a change of role, voids this one if it lives. */
function mayVoid(call: Call, issue: Call): boolean {
  if (call.kind === 'change-role') return call.owner === issue.by;
  if (!isIssue(call) || call.by !== issue.by || call === issue) return false;
  const bothBatches = call.kind === 'issue-batch' && issue.kind === 'issue-batch';
  return bothBatches || call.keyIds.some((id) => issue.keyIds.includes(id));
}

function isIssue({ kind }: Call): boolean {
  return kind.startsWith('issue-');
}

function sightOf({ answer, by }: Call): Step | undefined {
  if (answer?.code === 'QR_USED') return seesUsedByAnother(by);
  if (answer?.code === 'QR_VOIDED') return seesVoided;
  return answer && aboutTheKey.has(answer.code) ? seesLiving : undefined;
}

function seesUsedByAnother(desk: string): CodeStep {
  return (state) => (state.startsWith('used ') && state !== used(desk) ? state : null);
}

type CodeStep = Operation['step'];

/** A code before it was issued. Other states: living, voided, or used by a desk. */
export const unborn = 'unborn';
const living = 'living';
const voided = 'voided';

const issues: CodeStep = (state) => (state === unborn ? living : null);

/** A newer code, or another role of its owner, ends a living code and no other. */
const voids: CodeStep = (state) => (state === living ? voided : state);

const seesLiving: CodeStep = (state) => (state === living ? state : null);

const seesVoided: CodeStep = (state) => (state === voided ? state : null);
