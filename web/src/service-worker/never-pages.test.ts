import { expect, test } from 'vitest';
import { neverPages } from './never-pages.ts';

test.each([
  '/api/auth/google',
  '/api/docs',
  '/api',
  '/socket.io/?EIO=4',
  '/local-identity/interaction/abc',
  '/healthz',
  '/metrics',
  '/manifest.webmanifest',
  '/assets/index-abc.js?v=1',
])('%s is left to the server', (address) => {
  expect(neverPages.test(address)).toBe(true);
});

test.each([
  '/',
  '/dashboard',
  '/dashboard/faculty/keylist?department=CSE',
  '/apiary',
  '/dashboard?next=/a.b',
])('%s is a page of the application', (address) => {
  expect(neverPages.test(address)).toBe(false);
});
