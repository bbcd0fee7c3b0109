import { type Call, isOk } from './call.ts';
import { operationsOnCode, unborn } from './code-model.ts';
import { atDesk, operationsOnKey } from './key-model.ts';
import { findMisfit, type Operation } from './linearize.ts';
import { faculty, operationsOnRole } from './role-model.ts';
import { none, operationsOnRule } from './rule-model.ts';

/** Refusals that honest work causes; any other answer is a fault. */
const expected = new Set([
  'OK',
  'KEY_NOT_AVAILABLE',
  'KEY_IS_OUT',
  'KEY_NOT_TAKEN',
  'KEY_NOT_FOUND',
  'KEY_RETIRED',
  'LOAN_CHANGED',
  'NOT_YOUR_KEY',
  'USE_THE_DESK',
  'ACCESS_REFUSED',
  'KEYS_NOT_TAKEN',
  'KEYS_NOT_FOUND',
  'QR_USED',
  'QR_VOIDED',
]);

/** What is impossible in this history if keys, codes, roles and rules are correct. */
export function judge(calls: readonly Call[]): string[] {
  const keyIds = new Set(calls.flatMap((call) => call.keyIds));
  const ofPeople = groupByOwner(calls);
  return [
    ...unexpected(calls),
    ...unequal(calls),
    ...[...keyIds].flatMap((id) => {
      const about = calls.filter((call) => call.keyIds.includes(id));
      return [
        ...misfits(operationsOnKey(id, about), atDesk),
        ...misfits(operationsOnRule(id, about), none),
      ];
    }),
    ...[...ofPeople.values()].flatMap((theirs) => [
      ...misfits(operationsOnRole(theirs), faculty),
      ...theirs
        .filter((call) => call.kind.startsWith('issue-') && isOk(call))
        .flatMap((issue) => misfits(operationsOnCode(issue, theirs), unborn)),
    ]),
  ];
}

function groupByOwner(calls: readonly Call[]): Map<string, Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    if (!call.owner) continue;
    const group = groups.get(call.owner) ?? [];
    group.push(call);
    groups.set(call.owner, group);
  }
  return groups;
}

function unexpected(calls: readonly Call[]): string[] {
  return calls.flatMap(({ kind, answer }) =>
    answer && !expected.has(answer.code) ? [`${kind}: ${answer.status} ${answer.code}`] : [],
  );
}

/** All accepted scans of one code have the same answer and the same desk. */
function unequal(calls: readonly Call[]): string[] {
  const answers = new Map<string, string>();
  return calls.filter(isOk).flatMap((call) => {
    if (!call.kind.startsWith('scan-') || !call.code) return [];
    const said = JSON.stringify([call.by, call.answer]);
    const first = answers.get(call.code) ?? said;
    answers.set(call.code, first);
    return first === said ? [] : [`${call.code} was answered with ${first} and with ${said}`];
  });
}

function misfits(operations: readonly Operation[], initial: string): string[] {
  const misfit = findMisfit(operations, initial);
  return misfit ? [`fits no order of events: ${misfit.what}`] : [];
}
