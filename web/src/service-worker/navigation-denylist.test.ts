import { expect, test } from 'vitest';
import { navigationDenylist } from './navigation-denylist.ts';

test.each([
  '/api/auth/google',
  '/api/docs',
  '/api',
  '/socket.io/?EIO=4',
  '/local-identity?state=abc',
  '/healthz',
  '/metrics',
  '/manifest.webmanifest',
  '/assets/index-abc.js?v=1',
])('%s is left to the server', (address) => {
  expect(navigationDenylist.test(address)).toBe(true);
});

test.each([
  '/',
  '/dashboard',
  '/dashboard/faculty/keylist?department=CSE',
  '/apiary',
  '/dashboard?next=/a.b',
])('%s is a page of the application', (address) => {
  expect(navigationDenylist.test(address)).toBe(false);
});
