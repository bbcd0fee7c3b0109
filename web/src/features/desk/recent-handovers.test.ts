import { expect, test } from 'vitest';
import { withOutcome } from './recent-handovers.tsx';
import type { Outcome } from './scan/results.ts';

function handOut(keyNumber: string): Outcome {
  return {
    kind: 'handed-over',
    keyNumber,
    keyName: 'Room',
    personName: 'Asha Rao',
    at: '2026-01-05T09:00:00.000Z',
  };
}

function remembered(...outcomes: Outcome[]) {
  return outcomes.reduce(withOutcome, []);
}

test('the newest handover stands first and only five are kept', () => {
  const kept = remembered(...['1', '2', '3', '4', '5', '6'].map(handOut));
  expect(kept).toEqual(['6', '5', '4', '3', '2'].map(handOut));
});

test('the stored result of a repeated scan counts once', () => {
  expect(remembered(handOut('1'), handOut('2'), handOut('1'))).toEqual([
    handOut('1'),
    handOut('2'),
  ]);
});
