import { expect, test } from 'vitest';
import { purposeText, usageText } from './lists-tab.tsx';

test.each([
  [{ keys: 24, people: 31 }, '24 keys, 31 people'],
  [{ keys: 1, people: 0 }, '1 key'],
  [{ keys: 0, people: 1 }, '1 person'],
  [{ keys: 0, people: 0 }, 'not used'],
])('%j is %s', (usage, text) => {
  expect(usageText(usage)).toBe(text);
});

test('a department says what it is for unless that is both, and a block says nothing', () => {
  const entry = { code: 'CSE', label: 'CSE', position: 1, retired: false, version: 1 };
  expect(purposeText(entry)).toBe('');
  expect(purposeText({ ...entry, registers: true, lends: true })).toBe('');
  expect(purposeText({ ...entry, registers: true, lends: false })).toBe('for people only');
  expect(purposeText({ ...entry, registers: false, lends: true })).toBe('for keys only');
  expect(purposeText({ ...entry, registers: false, lends: false })).toBe(
    'for neither keys nor people',
  );
});
