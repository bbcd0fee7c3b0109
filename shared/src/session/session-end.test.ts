import { describe, expect, test } from 'vitest';
import { asSessionOver, sessionEnd } from './session-end.ts';

const startedAt = new Date('2026-01-05T08:00:00.000Z');
const limits = { maxSessionDuration: 24, sessionTimeout: 30 };

describe('a session ends', () => {
  test('once it has been idle for too long', () => {
    const lastActiveAt = new Date('2026-01-05T09:15:00.000Z');
    expect(sessionEnd({ startedAt, lastActiveAt }, limits)).toEqual({
      endsAt: '2026-01-05T09:45:00.000Z',
      reason: 'idle',
    });
  });

  test('at its full length, however much it is used', () => {
    const lastActiveAt = new Date('2026-01-06T07:59:00.000Z');
    expect(sessionEnd({ startedAt, lastActiveAt }, limits)).toEqual({
      endsAt: '2026-01-06T08:00:00.000Z',
      reason: 'expired',
    });
  });
});

describe('the details of a refusal', () => {
  test('say why and since when a session is over', () => {
    const over = { reason: 'idle', since: '2026-01-05T09:45:00.000Z', limit: 30 };
    expect(asSessionOver(over)).toEqual(over);
    const ended = { reason: 'elsewhere', since: '2026-01-05T09:45:00.000Z' };
    expect(asSessionOver({ ...ended, more: 1 })).toEqual(ended);
  });

  test.each([undefined, null, 'idle', {}, { reason: 'idle' }, { reason: 3, since: 4 }])(
    '%j is none of these',
    (details) => {
      expect(asSessionOver(details)).toBeNull();
    },
  );
});
