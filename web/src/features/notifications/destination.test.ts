import { expect, test } from 'vitest';
import { destinationOf } from './destination.ts';

const keyId = 'a'.repeat(24);

test.each([
  ['Key Taken', 'faculty', { to: '.', key: keyId }],
  ['Key Returned', 'security', { to: '.', key: keyId }],
  ['Key Returned', 'admin', { to: '.', key: keyId }],
  ['Key Taken', 'pending', null],
] as const)('%s, about one key, leads a person with the role %s to %o', (title, role, place) => {
  expect(destinationOf({ title, keyId }, role)).toEqual(place);
});

test('a link leads to its page, and opens what it names there', () => {
  const link = `/dashboard/faculty/taken?code=key-return.${keyId}`;
  expect(destinationOf({ title: 'Key Return Reminder', keyId, link }, 'faculty')).toEqual({
    to: '/dashboard/faculty/taken',
    search: { code: `key-return.${keyId}` },
  });
  expect(destinationOf({ title: 'Welcome', link: '/dashboard' }, 'faculty')).toEqual({
    to: '/dashboard',
  });
});

const taken = '/dashboard/faculty/taken';
const out = '/dashboard/security/unavailable';
const overdue = '/dashboard/security/overdue';

test.each([
  ['Key Return Reminder', 'faculty', taken],
  ['Key Return Reminder', 'admin', taken],
  ['Key Return Reminder', 'security', out],
  ['Key Taken', 'faculty', taken],
  ['Key Returned', 'faculty', taken],
  ['Unreturned Keys Alert', 'security', overdue],
  ['Unreturned Keys Alert', 'admin', overdue],
  ['Overdue Keys of Your Department', 'admin', overdue],
  ['Security Alert', 'admin', '/dashboard/admin/audit'],
  ['Registration waiting', 'admin', '/dashboard/admin/users'],
  ['Backup Failed', 'admin', '/dashboard/admin/system'],
] as const)('%s leads a person with the role %s to %s', (title, role, to) => {
  expect(destinationOf({ title }, role)).toEqual({ to });
});

test.each([
  ['Security Alert', 'security'],
  ['Unreturned Keys Alert', 'faculty'],
  ['Registration waiting', 'faculty'],
  ['Overdue Keys of Your Department', 'faculty'],
  ['Key Return Reminder', 'operator'],
  ['Welcome', 'faculty'],
] as const)('%s leads a person with the role %s nowhere', (title, role) => {
  expect(destinationOf({ title }, role)).toBeNull();
});

test('a link to the page where notifications stand leads nowhere', () => {
  const item = { title: 'Overdue Keys of Your Department', link: '/dashboard/notifications' };
  expect(destinationOf(item, 'faculty')).toBeNull();
});
