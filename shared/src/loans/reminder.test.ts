import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMinutes, minutesUntilReminder } from './overdue.ts';

const now = new Date('2026-03-10T12:00:00Z');

function minutesAgo(minutes: number) {
  return new Date(now.getTime() - minutes * 60_000);
}

describe('a holder', () => {
  test('who was never reminded can be reminded now', () => {
    expect(minutesUntilReminder(null, now)).toBe(0);
  });

  test('is left in peace for a quarter of an hour', () => {
    expect(minutesUntilReminder(now, now)).toBe(15);
    expect(minutesUntilReminder(minutesAgo(4), now)).toBe(11);
    expect(minutesUntilReminder(minutesAgo(14.5), now)).toBe(1);
    expect(minutesUntilReminder(minutesAgo(15), now)).toBe(0);
  });

  test('can be reminded once the wait that was named is over, and not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: -600_000, max: 2_000_000 }), (agoMs) => {
        const remindedAt = new Date(now.getTime() - agoMs);
        const wait = minutesUntilReminder(remindedAt, now);
        const later = new Date(Math.max(now.getTime(), remindedAt.getTime()) + wait * 60_000);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(15);
        expect(minutesUntilReminder(remindedAt, later)).toBe(0);
        if (wait > 1) {
          const sooner = new Date(now.getTime() + (wait - 1) * 60_000 - 1);
          expect(minutesUntilReminder(remindedAt, sooner)).toBeGreaterThan(0);
        }
      }),
    );
  });
});

test.each([
  [1, '1 minute'],
  [2, '2 minutes'],
  [15, '15 minutes'],
])('%d minutes read as %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});
