import { describe, expect, test } from 'vitest';
import { api } from '../api.ts';
import { isVisibleLine } from './text.ts';

test.each([
  'AC-1 / 2. Stock (north)',
  'ಗ್ರಂಥಾಲಯ',
  'क्‍ष and می‌خواهم',
  'مكتبة 12',
  '図書館',
  'Café & Bar 👨‍👩‍👧 ❤️',
])('%j is a visible line', (text) => {
  expect(isVisibleLine(text)).toBe(true);
});

const notVisible = [
  ['a line break', 'MK-1\nMK-2'],
  ['a carriage return', 'MK\r1'],
  ['a line separator', 'MK\u20281'],
  ['a tab', 'MK\t1'],
  ['an escape', 'MK\u001b[31m1'],
  ['a change of direction', 'MK\u202e1'],
  ['a directional isolate', 'MK\u20671'],
  ['a directional mark', 'MK\u200f1'],
  ['a zero-width space', 'MK\u200b1'],
  ['a soft hyphen', 'MK\u00ad1'],
  ['hidden tags', 'MK\u{e0041}1'],
  ['half a character', 'MK\ud8001'],
] as const;

test.each(notVisible)('%s makes none', (_what, text) => {
  expect(isVisibleLine(text)).toBe(false);
});

const field = (routes: readonly (keyof typeof api)[], name: string, label: string) =>
  routes.map((route) => ({ route, name, label }));

describe.each([
  ...field(['createKey', 'updateKey'], 'keyNumber', 'Key number'),
  ...field(['createKey', 'updateKey'], 'keyName', 'Key name'),
  ...field(['addDesk', 'changeDesk'], 'name', 'Name'),
  ...field(['addGroup', 'renameGroup'], 'name', 'Name'),
  ...field(['addDepartment', 'addBlock', 'addCategory'], 'label', 'Name'),
  ...field(['changeDepartment', 'changeBlock', 'changeCategory'], 'label', 'Name'),
  ...field(['createEnrolment'], 'name', 'Name'),
])('$route asks for its $name', ({ route, name, label }) => {
  test.each(notVisible)('without %s', (_what, text) => {
    const { body } = api[route] as { body: import('zod').ZodType };
    const { error } = body.safeParse({ [name]: text });
    expect(error?.issues.find(({ path }) => path[0] === name)?.message).toBe(
      `${label} must be a single line without control or invisible characters`,
    );
  });
});
