import { expect, test } from 'vitest';
import { signedOutText } from './login-page.tsx';

const since = new Date(2026, 0, 5, 10, 42).toISOString();
const sameDay = new Date(2026, 0, 5, 11).getTime();
const nextDay = new Date(2026, 0, 6, 8).getTime();

test('who was idle for too long reads when and why', () => {
  expect(signedOutText({ reason: 'idle', since, limit: 30 }, sameDay)).toMatch(
    /^You were signed out at 10:42 after 30 minutes without activity\.$/,
  );
});

test('another day is named', () => {
  expect(signedOutText({ reason: 'replaced', since }, nextDay)).toMatch(
    /^You were signed out on 5 Jan 2026, 10:42: this account signed in on another device\.$/,
  );
});

test('the full length of a session is told in hours', () => {
  expect(signedOutText({ reason: 'expired', since, limit: 1 }, sameDay)).toContain(
    'You were signed out at 10:42: sessions last up to 1 hour.',
  );
  expect(signedOutText({ reason: 'expired', since, limit: 24 }, sameDay)).toContain('24 hours');
});
