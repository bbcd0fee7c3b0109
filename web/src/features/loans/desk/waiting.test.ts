import type { CodeIssued } from '@keydesk/shared/loans/qr-payload';
import { expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { withIssued, withoutDone, withoutExpired, withoutVoided } from './scanner-card.tsx';

const [asha, ravi] = ['a'.repeat(24), 'b'.repeat(24)];
const [key, otherKey] = ['c'.repeat(24), 'd'.repeat(24)];

function code(userId: string, keyIds: string[], minute = 1): CodeIssued {
  const expiresAt = new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString();
  return { type: 'key-request', userId, personName: 'Somebody', keyIds, expiresAt };
}

test('a new code of the same person for the same key replaces the old one', () => {
  const [old, other] = [code(asha, [key]), code(ravi, [key])];
  const renewed = code(asha, [key], 2);
  expect(withIssued([old, other], renewed)).toEqual([other, renewed]);
  const second = code(asha, [otherKey]);
  expect(withIssued([old], second)).toEqual([old, second]);
});

test('a new batch code of the same person replaces the old one, whatever its keys are', () => {
  const batch = { ...code(asha, [key]), type: 'batch-return' as const };
  const renewed = { ...batch, keyIds: [otherKey] };
  expect(withIssued([batch, code(ravi, [key])], renewed)).toEqual([code(ravi, [key]), renewed]);
});

test('nobody waits with a code that was voided', () => {
  const waiting = [code(asha, [key]), code(asha, [otherKey]), code(ravi, [key])];
  expect(withoutVoided(waiting, [{ userId: asha, keyIds: [key] }])).toEqual(waiting.slice(1));
  expect(withoutVoided(waiting, [{ userId: asha }])).toEqual(waiting.slice(2));
  expect(withoutVoided(waiting, [{ userId: 'e'.repeat(24) }])).toBe(waiting);
});

test('nobody waits for a key that has changed hands', () => {
  const waiting = [code(asha, [key]), code(ravi, [otherKey])];
  const changed = sampleKey({ _id: key });
  expect(withoutDone(waiting, { action: 'qr-request', key: changed })).toEqual([waiting[1]]);
  expect(withoutDone(waiting, { action: 'update', key: changed })).toBe(waiting);
});

test('nobody waits with a code that has expired', () => {
  const [first, second] = [code(asha, [key], 1), code(ravi, [otherKey], 2)];
  expect(withoutExpired([first, second], Date.parse(first.expiresAt))).toEqual([second]);
});
