import { describe, expect, test } from 'vitest';
import { timestampError } from './decide.ts';
import { invalidQr } from './qr-parse.ts';

const now = new Date('2025-01-02T12:00:00.000Z');

function secondsAgo(seconds: number) {
  return new Date(now.getTime() - seconds * 1000);
}

describe('a code’s own timestamp', () => {
  test('may be missing', () => {
    expect(timestampError(null, now, 60)).toBeNull();
  });

  test.each([0, 1, 60, 60.9, -5, -60])('is in order %d seconds ago', (age) => {
    expect(timestampError(secondsAgo(age), now, 60)).toBeNull();
  });

  test.each([
    [61, 60, 'QR code is expired (61 seconds old, max 60 seconds)'],
    [301, 300, 'QR code is expired (301 seconds old, max 300 seconds)'],
    [86_400, 60, 'QR code is expired (86400 seconds old, max 60 seconds)'],
  ])('of %d seconds ago is refused where %d are allowed', (age, max, text) => {
    expect(timestampError(secondsAgo(age), now, max)?.message).toBe(`Invalid QR code: ${text}`);
  });

  test('that lies in the far future is no timestamp', () => {
    expect(timestampError(secondsAgo(-61), now, 60)).toEqual(invalidQr('wrongTimestamp'));
  });
});
