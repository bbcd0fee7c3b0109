import { expect, test } from 'vitest';
import { decideDispute } from './disputes.ts';

const now = new Date('2026-11-23T12:00:00Z');
const lent = { identifiedBy: 'desk', toldAt: now, dispute: null } as const;

function hoursAgo(hours: number) {
  return new Date(now.getTime() - hours * 3_600_000);
}

function refusal(loan: Parameters<typeof decideDispute>[0]) {
  const verdict = decideDispute(loan, now);
  return verdict.outcome === 'refused' ? verdict.error.code : verdict.outcome;
}

test('a loan without a code can be disputed within 24 hours of being told', () => {
  expect(refusal(lent)).toBe('raise');
  expect(refusal({ ...lent, identifiedBy: 'card', toldAt: hoursAgo(24) })).toBe('raise');
  expect(refusal({ ...lent, toldAt: hoursAgo(24.001) })).toBe('DISPUTE_TOO_LATE');
});

test('one that the holder took with their own code cannot', () => {
  expect(refusal({ ...lent, identifiedBy: 'code' })).toBe('NOT_LENT_BY_NAME');
  expect(refusal({ ...lent, identifiedBy: null })).toBe('NOT_LENT_BY_NAME');
});

test('again changes nothing while it is open, however late, and is refused once it is settled', () => {
  const late = { ...lent, toldAt: hoursAgo(100) };
  expect(refusal({ ...late, dispute: { settledAt: null } })).toBe('raised-before');
  expect(refusal({ ...late, dispute: { settledAt: now } })).toBe('DISPUTE_SETTLED');
});
