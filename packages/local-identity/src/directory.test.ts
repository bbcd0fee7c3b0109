import { expect, test } from 'vitest';
import { parseAddress } from './chooser-page.ts';
import { Directory, nameFromEmail, subjectOf } from './directory.ts';
import { ExpiringStore } from './storage.ts';

test.each([
  ['asha.rao@x', 'Asha Rao'],
  ['meera_k-s@campus.test', 'Meera K S'],
  ['new.faculty+keys@campus.test', 'New Faculty'],
  ['admin@campus.test', 'Admin'],
  ['...@campus.test', '...'],
])('%s is named %s', (email, name) => {
  expect(nameFromEmail(email)).toBe(name);
});

test('a subject tells addresses apart and shows none of them', () => {
  expect(subjectOf('a@campus.test')).toMatch(/^[0-9a-f]{32}$/);
  expect(subjectOf('a@campus.test')).not.toBe(subjectOf('b@campus.test'));
});

test('whoever signed in is found by subject, strangers are not', async () => {
  const directory = new Directory(async () => []);
  const subject = await directory.admit('a.b@campus.test');
  expect(directory.find(subject)).toEqual({ email: 'a.b@campus.test', name: 'A B' });
  expect(directory.find(subjectOf('c@campus.test'))).toBeUndefined();
});

test('a listed account keeps its name whatever is typed beside it', async () => {
  const listed = { email: 'a@campus.test', name: 'Ada Admin', role: 'Admin' };
  const directory = new Directory(async () => [listed]);
  const subject = await directory.admit('a@campus.test', 'Somebody Else');
  expect(directory.find(subject)?.name).toBe('Ada Admin');
});

test('an address is trimmed and lower-cased, an empty name left out', () => {
  const verdict = parseAddress({ email: '  Asha@Campus.Test ', name: '   ' });
  expect(verdict).toEqual({ ok: true, email: 'asha@campus.test' });
});

test.each([
  ['', 'Enter an e-mail address.'],
  ['asha', 'This is not a complete e-mail address. It should look like name@campus.test.'],
  ['asha@campus', 'This is not a complete e-mail address. It should look like name@campus.test.'],
  [`${'a'.repeat(250)}@x.test`, 'An e-mail address has at most 254 characters.'],
])('the address "%s" is refused in words', (email, fault) => {
  expect(parseAddress({ email, name: '' })).toEqual({ ok: false, faults: { email: fault } });
});

test('an endless name is refused next to its field', () => {
  const verdict = parseAddress({ email: 'a@campus.test', name: 'x'.repeat(121) });
  expect(verdict).toEqual({ ok: false, faults: { name: 'A name has at most 120 characters.' } });
});

test('stored values vanish at their time, and the oldest makes room', () => {
  let now = 0;
  const store = new ExpiringStore<string>(2, () => now);
  store.set('a', 'one', 10);
  store.set('b', 'two', 20);
  now = 10_000;
  expect(store.get('a')).toBeUndefined();
  expect(store.get('b')).toBe('two');
  store.set('c', 'three', 20);
  store.set('d', 'four', 20);
  expect(store.keysWhere(() => true)).toEqual(['c', 'd']);
});
