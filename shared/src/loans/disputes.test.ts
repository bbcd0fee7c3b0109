import { expect, test } from 'vitest';
import { type DisputableLoan, decideDispute } from './disputes.ts';
import type { Handover } from './undo-reasons.ts';

const now = new Date('2026-11-23T12:00:00Z');
const lent: DisputableLoan = {
  keyNumber: 'A-101',
  identifiedBy: 'desk',
  notifiedAt: now,
  undoneNotifiedAt: null,
  isCancelled: false,
  dispute: null,
};

function hoursAgo(hours: number) {
  return new Date(now.getTime() - hours * 3_600_000);
}

function refusal(loan: DisputableLoan, about?: Handover) {
  const verdict = decideDispute(loan, about, now);
  return verdict.outcome === 'refused' ? verdict.error.code : verdict.outcome;
}

test('a loan without a code can be disputed within 24 hours of being told', () => {
  expect(refusal(lent)).toBe('raise');
  expect(refusal({ ...lent, identifiedBy: 'card', notifiedAt: hoursAgo(24) })).toBe('raise');
  expect(refusal({ ...lent, notifiedAt: hoursAgo(24.001) })).toBe('DISPUTE_TOO_LATE');
});

test('one that the holder took with their own code cannot', () => {
  expect(refusal({ ...lent, identifiedBy: 'code' })).toBe('NOT_LENT_BY_NAME');
  expect(refusal({ ...lent, identifiedBy: null })).toBe('NOT_LENT_BY_NAME');
});

test('an undone return can be disputed however the holder was known, for 24 hours of its own', () => {
  for (const identifiedBy of ['code', 'desk', 'card', 'paper', null] as const) {
    const loan = { ...lent, identifiedBy, notifiedAt: hoursAgo(100) };
    expect(refusal({ ...loan, undoneNotifiedAt: hoursAgo(24) })).toBe('raise');
    expect(refusal({ ...loan, undoneNotifiedAt: hoursAgo(24.001) })).toBe('DISPUTE_TOO_LATE');
  }
});

test('a loan of which the record says that it never was cannot be disputed', () => {
  for (const undoneNotifiedAt of [null, now])
    expect(refusal({ ...lent, isCancelled: true, undoneNotifiedAt })).toBe('CANCELLED_SINCE');
});

test('again changes nothing while it is open, however late, and is refused once it is settled', () => {
  const late = { ...lent, notifiedAt: hoursAgo(100) };
  expect(refusal({ ...late, dispute: { settledAt: null, ofReturn: false } })).toBe('raised-before');
  expect(refusal({ ...late, dispute: { settledAt: now, ofReturn: false } })).toBe(
    'DISPUTE_SETTLED',
  );
});

test('an undone return gives no new time to dispute the hand-out', () => {
  const loan = { ...lent, notifiedAt: hoursAgo(100), undoneNotifiedAt: now };
  expect(refusal(loan, 'hand-out')).toBe('DISPUTE_TOO_LATE');
  expect(refusal(loan, 'return')).toBe('raise');
  expect(refusal({ ...loan, identifiedBy: 'code' }, 'hand-out')).toBe('raise');
});

test('after the return its hand-out can be disputed, too, if no code proved it', () => {
  const loan = { ...lent, undoneNotifiedAt: now, dispute: { settledAt: null, ofReturn: true } };
  expect(refusal(loan, 'hand-out')).toBe('raise');
  expect(refusal(loan, 'return')).toBe('raised-before');
  expect(refusal({ ...loan, identifiedBy: 'code' }, 'hand-out')).toBe('raised-before');
});
