import { afterAll, expect, test } from 'vitest';
import { firstKnown, hasLanguage, listLanguages } from './known-languages.ts';
import { addLanguage } from './translator.ts';

afterAll(addLanguage('eo', () => ({})));

test('languages are listed by their own names with their direction, English first', () => {
  const listed = listLanguages();
  expect(listed[0]).toEqual({ code: 'en', name: 'English', direction: 'ltr' });
  expect(listed).toContainEqual({ code: 'eo', name: 'Esperanto', direction: 'ltr' });
  expect(listed).toContainEqual({ code: 'ur', name: 'اردو', direction: 'rtl' });
});

test.each([
  [['eo'], 'eo'],
  [['eo-XX', 'en'], 'eo'],
  [['zz', 'en-GB', 'eo'], 'en'],
  [['zz', '*'], null],
  [[], null],
])('of the wanted tags %j the first known one is %s', (wanted, known) => {
  expect(firstKnown(wanted)).toBe(known);
});

test('a language without texts is unknown', () => {
  expect([hasLanguage('zz'), hasLanguage('__proto__'), hasLanguage('en')]).toEqual([
    false,
    false,
    true,
  ]);
});
