import { expect, test } from 'vitest';
import { roleForMailbox } from './roles.ts';

const mailboxes = { adminEmail: 'Admin@Campus.test', securityEmail: 'security@campus.test' };

test.each([
  ['admin@campus.test', 'admin'],
  [' ADMIN@CAMPUS.TEST ', 'admin'],
  ['security@campus.test', 'security'],
  ['asha.rao@campus.test', 'faculty'],
  ['admin@campus.test.example', 'faculty'],
  ['xadmin@campus.test', 'faculty'],
  ['', 'faculty'],
])('%j gives %s', (email, role) => {
  expect(roleForMailbox(email, mailboxes)).toBe(role);
});

test('without mailboxes everybody is faculty', () => {
  const none = { adminEmail: undefined, securityEmail: undefined };
  expect(roleForMailbox('admin@campus.test', none)).toBe('faculty');
  expect(roleForMailbox('', none)).toBe('faculty');
});
