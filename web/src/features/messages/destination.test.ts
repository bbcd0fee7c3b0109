import { expect, test } from 'vitest';
import { destinationOf } from './notification-text.ts';

const keyId = 'a'.repeat(24);

test.each([
  ['key-taken', 'faculty', { to: '.', key: keyId }],
  ['key-returned', 'security', { to: '.', key: keyId }],
  ['key-returned', 'admin', { to: '.', key: keyId }],
  ['key-taken', 'pending', null],
] as const)('%s, about one key, leads a person with the role %s to %o', (template, role, place) => {
  expect(destinationOf({ template, keyId }, role)).toEqual(place);
});

test('a link leads to its page, and opens what it names there', () => {
  const link = `/dashboard/faculty/taken?code=key-return.${keyId}`;
  expect(destinationOf({ template: 'overdue', keyId, link }, 'faculty')).toEqual({
    to: '/dashboard/faculty/taken',
    search: { code: `key-return.${keyId}` },
  });
  expect(destinationOf({ template: 'welcome', link: '/dashboard' }, 'faculty')).toEqual({
    to: '/dashboard',
  });
});

const taken = '/dashboard/faculty/taken';
const out = '/dashboard/security/unavailable';
const overdue = '/dashboard/security/overdue';

test.each([
  ['overdue', 'faculty', taken],
  ['overdue', 'admin', taken],
  ['overdue', 'security', out],
  ['key-taken', 'faculty', taken],
  ['key-returned', 'faculty', taken],
  ['unreturned', 'security', overdue],
  ['unreturned', 'admin', overdue],
  ['department-overdue', 'admin', overdue],
  ['pin-set', 'admin', '/dashboard/admin/audit'],
  ['registration-waiting', 'admin', '/dashboard/admin/users'],
  ['backup-failed', 'admin', '/dashboard/admin/system'],
] as const)('%s leads a person with the role %s to %s', (template, role, to) => {
  expect(destinationOf({ template }, role)).toEqual({ to });
});

test.each([
  ['pin-set', 'security'],
  ['unreturned', 'faculty'],
  ['registration-waiting', 'faculty'],
  ['department-overdue', 'faculty'],
  ['overdue', 'operator'],
  ['welcome', 'faculty'],
] as const)('%s leads a person with the role %s nowhere', (template, role) => {
  expect(destinationOf({ template }, role)).toBeNull();
});

test('a link to the page where notifications stand leads nowhere', () => {
  const item = { template: 'department-overdue', link: '/dashboard/notifications' } as const;
  expect(destinationOf(item, 'faculty')).toBeNull();
});
