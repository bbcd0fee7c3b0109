import { expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import type { HandoverResult } from './handover-result.ts';
import { lastHandovers } from './recent-handovers.tsx';

const nine = '2026-01-05T09:00:00.000Z';
const ten = '2026-01-05T10:00:00.000Z';
const eleven = '2026-01-05T11:00:00.000Z';

const out = sampleKey({
  _id: '101',
  keyNumber: '101',
  status: 'unavailable',
  takenAt: ten,
  takenBy: { userId: 'b'.repeat(24), name: 'Asha Rao' },
});
const back = sampleKey({
  _id: '102',
  keyNumber: '102',
  keyName: 'Physics Lab',
  returnedAt: nine,
});
const never = sampleKey({ keyNumber: '103' });

function returned(keyId: string, at: string): HandoverResult {
  const key = { keyId, keyNumber: keyId, keyName: 'Physics Lab' };
  return { kind: 'returned', ...key, personName: 'Ravi Iyer', at };
}

test('the keys tell what happened at any desk, newest first', () => {
  expect(lastHandovers([], [never, back, out])).toMatchObject([
    { kind: 'handed-over', keyNumber: '101', personName: 'Asha Rao', at: ten },
    { kind: 'returned', keyNumber: '102', personName: '', at: nine },
  ]);
});

test('what this desk did itself is listed once, with the person', () => {
  const own = returned('102', nine);
  expect(lastHandovers([own], [back])).toEqual([own]);
  expect(lastHandovers([own], [{ ...back, keyNumber: 'renamed' }])).toEqual([own]);
  const keys = ['102', '104'].map((keyId) => ({ keyId, keyNumber: keyId }));
  const batch: HandoverResult = { kind: 'batch-returned', keys, at: nine };
  expect(lastHandovers([batch], [back])).toEqual([batch]);
});

test('both are listed in order of time, and only five', () => {
  const own = [returned('105', eleven), returned('104', nine)];
  expect(lastHandovers(own, [out]).map(({ at }) => at)).toEqual([eleven, ten, nine]);
  const many = Array.from({ length: 8 }, (_, index) =>
    sampleKey({ _id: `2${index}`, keyNumber: `2${index}`, returnedAt: nine }),
  );
  expect(lastHandovers(own, many)).toHaveLength(5);
});
