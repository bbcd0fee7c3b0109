import { expect, test } from 'vitest';
import { decideAccess } from './decide-access.ts';
import { causeText, type RefusalCause, recallText, refusalByRules } from './refusal-cause.ts';
import { randomInputs } from './testing/random-inputs.ts';
import { accessRule } from './testing/rule.ts';

test('a refusal is stored with the code of the verdict, and as JSON', () => {
  for (const input of randomInputs(2_000, 7)) {
    const { outcome, reasons } = decideAccess(input);
    const cause = refusalByRules(input, 'its-owner');
    expect(cause?.code ?? 'allowed').toBe(outcome === 'allowed' ? outcome : reasons[0]?.code);
    if (cause) expect(causeText(JSON.parse(JSON.stringify(cause)))).toBe(causeText(cause));
  }
});

const mornings = accessRule({ fromTime: '08:00', toTime: '12:00' });
const rule = accessRule({
  target: 'key',
  targetName: 'MK-1',
  effect: 'deny',
  createdByName: null,
  note: null,
});

test.each<[RefusalCause, string]>([
  [{ code: 'SUSPENDED' }, 'The account was suspended.'],
  [{ code: 'ERASED' }, 'Recalled'],
  [{ code: 'DENIED_BY_RULE', rule }, 'No one can take key MK-1.'],
  [
    { code: 'APPROVAL_NEEDED', approver: null, windows: [] },
    'An admin decides who takes this key.',
  ],
  [
    { code: 'APPROVAL_NEEDED', approver: 'its-head', windows: [mornings] },
    'The rules allow this key only 08:00–12:00. The head of its department decides who takes this key.',
  ],
  [{ code: 'OUTSIDE_HOURS', windows: [mornings] }, 'The rules allow this key only 08:00–12:00.'],
  [
    { code: 'HIGH_SECURITY', keyNumber: 'MK-1' },
    'MK-1 is a high-security key, for people with access by name only.',
  ],
  [
    { code: 'OVERDUE_KEY', keyNumber: 'B-204', name: 'Asha Rao' },
    'Asha Rao must first return an overdue key: B-204.',
  ],
])('%j reads as its sentence', (cause, text) => {
  expect(causeText(cause)).toBe(text);
});

test('the sentence of an earlier version stays as it is', () => {
  expect(causeText('An old rule.')).toBe('An old rule.');
  expect(recallText({ recallReason: 'An old rule.' })).toBe('An old rule.');
});
