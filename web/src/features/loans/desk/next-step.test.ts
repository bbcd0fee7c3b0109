import { expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import {
  correctionsOf,
  doneText,
  type HandoverResult,
  leftOf,
  nextStepText,
  waitingTextOf,
  withDueNow,
} from './handover-result.ts';

const key = { keyId: '1', keyNumber: '204', keyName: 'Physics Lab', personName: 'Asha Rao' };
const block = { name: 'Block Q', retired: false };
const at = '2026-01-05T09:00:00.000Z';

function batchOf(...keyNumbers: string[]) {
  return keyNumbers.map((keyNumber) => ({ keyId: keyNumber, keyNumber }));
}

test('after a request the desk hands over the key', () => {
  expect(nextStepText({ kind: 'handed-over', ...key, at })).toBe('Hand it to Asha Rao.');
});

test('after a return the desk hangs the key up', () => {
  const outcome = { kind: 'returned', ...key, at } as const;
  expect(nextStepText(outcome)).toBe('Hang it on its hook.');
  expect(nextStepText(outcome, block)).toBe('Set it aside for Block Q.');
  expect(nextStepText(outcome, { ...block, retired: true })).toBe('Keep it here.');
  expect(doneText(outcome)).toBe('Key 204 (Physics Lab) returned successfully');
});

test('after a batch the desk counts the keys', () => {
  expect(nextStepText({ kind: 'batch-returned', keys: batchOf('1', '2', '3'), at })).toBe(
    'Check that all 3 keys are here, then hang them on their hooks.',
  );
  expect(nextStepText({ kind: 'batch-returned', keys: batchOf('1', '2'), at }, block)).toBe(
    'Check that both keys are here. Hang this desk’s keys on their hooks and set the others aside.',
  );
  expect(nextStepText({ kind: 'batch-returned', keys: batchOf('1'), at }, block)).toBe(
    'Check that it is this key, then set it aside for Block Q.',
  );
});

test('the desk reads who waits for what is back', () => {
  expect(waitingTextOf({ kind: 'returned', ...key, at, waiting: 1, waitingNames: ['Asha'] })).toBe(
    '1 person is waiting: Asha',
  );
  expect(waitingTextOf({ kind: 'returned', ...key, at })).toBe('');
  const keys = [
    { keyId: '1', keyNumber: 'A-101', waiting: 2, waitingNames: ['Asha', 'Ravi'] },
    { keyId: '2', keyNumber: 'B-204' },
    { keyId: '3', keyNumber: 'C-1', waiting: 1 },
  ];
  expect(waitingTextOf({ kind: 'batch-returned', keys, at })).toBe(
    'A-101: 2 people are waiting: Asha, Ravi. C-1: 1 person is waiting',
  );
});

test('what was undone of a batch is not counted, hung up or waited for', () => {
  const batch: HandoverResult = {
    kind: 'batch-returned',
    keys: [
      { keyId: '1', keyNumber: '101', loanId: 'a', version: 4, hook: 'A-1', waiting: 1 },
      { keyId: '2', keyNumber: '102', loanId: 'b', version: 4, hook: 'A-2', waiting: 2 },
      { keyId: '3', keyNumber: '103', loanId: 'c', version: 4 },
    ],
    at,
  };
  const undone = sampleKey({
    _id: '1',
    loanId: 'a',
    takenAt: '2026-01-05T08:00:00.000Z',
    version: 5,
    takenBy: { userId: '7', name: 'Asha Rao' },
  });
  const here = { takenBy: null, loanId: null, takenAt: null, returnedAt: at };
  const keys = batch.keys.map(({ keyId: _id }) => ({
    ...undone,
    _id,
    ...(_id === '1' ? {} : here),
  }));
  const corrections = correctionsOf(batch, keys);
  expect(corrections.map((one) => one?.text)).toEqual([
    '101 is still with Asha Rao',
    undefined,
    undefined,
  ]);
  const left = leftOf(batch, corrections);
  expect(left).toMatchObject({ keys: [{ keyId: '2', loanId: 'b' }, { keyId: '3' }] });
  expect(left && nextStepText(left)).toContain('both keys');
  expect(left && waitingTextOf(left)).toBe('102: 2 people are waiting');
  const all = batch.keys.map(({ keyId: _id, loanId = null }) => ({ ...undone, _id, loanId }));
  expect(leftOf(batch, correctionsOf(batch, all))).toBeNull();
  expect(leftOf(batch, correctionsOf(batch, undefined))).toEqual(batch);
  expect(leftOf(batch, correctionsOf(batch, keys.slice(0, 2)))).toMatchObject({
    keys: [{ keyId: '2' }],
  });
});

test('a hand-out says when its loan is due now, not when it was', () => {
  const shown = { kind: 'handed-over', ...key, loanId: 'a', dueAt: at, version: 4, at } as const;
  const moved = sampleKey({ _id: '1', loanId: 'a', dueAt: '2026-01-05T12:00:00.000Z' });
  expect(withDueNow(shown, [{ ...moved, version: 5 }])).toMatchObject({ dueAt: moved.dueAt });
  for (const other of [
    { ...moved, version: 4 },
    { ...moved, version: 5, loanId: 'b' },
  ])
    expect(withDueNow(shown, [other])).toMatchObject({ dueAt: at });
});
