import { expect, test } from 'vitest';
import { overdueBand } from './overdue.ts';

function at(time: string): Date {
  return new Date(`2026-03-10T${time}:00Z`);
}

const loan = { dueAt: at('17:20'), graceUntil: at('17:40'), recalledAt: null };

test.each([
  ['16:19', null],
  ['16:20', 'soon'],
  ['17:20', 'soon'],
  ['17:39', 'soon'],
  ['17:40', 'late'],
  ['23:00', 'late'],
])('at %s a key due 17:20 with 20 minutes of grace is %s', (now, band) => {
  expect(overdueBand(loan, at(now))).toBe(band);
});

test('a key without a due time is never on the list', () => {
  expect(overdueBand({ ...loan, dueAt: null, graceUntil: null }, at('17:20'))).toBeNull();
});

test('a recalled key is in a band of its own, whenever it is due', () => {
  for (const now of ['12:00', '17:30', '23:00'])
    expect(overdueBand({ ...loan, recalledAt: at('11:00') }, at(now))).toBe('recalled');
});
