import { type Call, isLost, isOk } from './call.ts';
import type { Operation } from './linearize.ts';

type Step = Operation['step'];

/** Errors about the key or its holder, which only a valid code can cause. */
const aboutTheKey = new Set([
  'ACCESS_REFUSED',
  'KEY_NOT_AVAILABLE',
  'KEY_NOT_TAKEN',
  'KEY_NOT_FOUND',
  'KEYS_NOT_TAKEN',
  'KEYS_NOT_FOUND',
  'LOAN_CHANGED',
  'NOT_YOUR_KEY',
]);

/** The effects of these calls on the code from `issue`. */
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

/** The desk's first scan uses it up; its further scans are answered while the result holds. */
function uses(desk: string): Step {
  return (state) => (state === valid || state === used(desk) ? used(desk) : null);
}

function used(desk: string): string {
  return `used ${desk}`;
}

/** Whether an issued code, or a change of role, voids this code if it is valid. */
function mayVoid(call: Call, issue: Call): boolean {
  if (call.kind === 'change-role') return call.owner === issue.by;
  if (!isIssue(call) || call.by !== issue.by || call === issue) return false;
  const bothBatches = call.kind === 'issue-batch' && issue.kind === 'issue-batch';
  return bothBatches || call.keyIds.some((id) => issue.keyIds.includes(id));
}

function isIssue({ kind }: Call): boolean {
  return kind.startsWith('issue-');
}

function sightOf({ answer }: Call): Step | undefined {
  if (answer?.code === 'QR_USED') return seesUsed;
  if (answer?.code === 'QR_VOIDED') return seesVoided;
  return answer && aboutTheKey.has(answer.code) ? seesValid : undefined;
}

/** A code before it was issued. Other states: valid, voided, or used by a desk. */
export const unborn = 'unborn';
const valid = 'valid';
const voided = 'voided';

const issues: Step = (state) => (state === unborn ? valid : null);

/** A newer code, or another role of its owner, voids only a valid code. */
const voids: Step = (state) => (state === valid ? voided : state);

/** Used by another desk, or by the same one whose result no longer holds. */
const seesUsed: Step = (state) => (state.startsWith('used ') ? state : null);

const seesValid: Step = (state) => (state === valid ? state : null);

const seesVoided: Step = (state) => (state === voided ? state : null);
