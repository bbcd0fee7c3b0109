import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { describe, expect, test } from 'vitest';
import errors from './en/errors.json' with { type: 'json' };
import { t as errorText } from './en/errors.ts';
import { accented } from './pseudo-language.ts';
import { addLanguage, type Tag, type Texts, translator, type Value } from './translator.ts';

type Parameters = {
  plain: undefined;
  name: { name: Value };
  keys: { count: number };
  state: { state: 'in' | 'out' };
  bold: { name: Value; b: Tag };
};

const texts: Texts<Parameters> = {
  plain: compile('A text'),
  name: compile('Hello {name}'),
  keys: compile('{count, plural, =0 {No keys} one {{count} key} other {{count} keys}} out'),
  state: compile('It is {state, select, in {here} out {away} other {}}'),
  bold: compile('<b>{name}</b> has {name, select, other {a key}}'),
};

const t = translator(texts);

test('parameters, plurals, states and tags are filled in', () => {
  expect(t('plain')).toBe('A text');
  expect(t('name', { name: 'Asha <b>' })).toBe('Hello Asha <b>');
  expect([0, 1, 2].map((count) => t('keys', { count }))).toEqual([
    'No keys out',
    '1 key out',
    '2 keys out',
  ]);
  expect(t('state', { state: 'out' })).toBe('It is away');
  expect(t.rich('bold', { name: 'Asha', b: (chunks) => ({ bold: chunks }) })).toEqual([
    { bold: ['Asha'] },
    ' has a key',
  ]);
});

test('a wrong key or parameter does not compile', () => {
  const wrong = () => {
    // @ts-expect-error no such key
    t('nmae');
    // @ts-expect-error a key made of pieces
    t(`na${'me'}` as string);
    // @ts-expect-error without its parameter
    t('name');
    // @ts-expect-error a misspelt parameter
    t('name', { nmae: 'Asha' });
    // @ts-expect-error one parameter too many
    t('name', { name: 'Asha', key: 'A-101' });
    // @ts-expect-error not a text
    t('name', { name: new Date() });
    // @ts-expect-error what only one of two keys needs
    t('plain' as 'plain' | 'name');
    // @ts-expect-error a plural of a text
    t('keys', { count: '2' });
    // @ts-expect-error no such state
    t('state', { state: 'lost' });
    // @ts-expect-error a text with tags as plain text
    t('bold', { name: 'Asha', b: (chunks: readonly string[]) => chunks.join('') });
    // @ts-expect-error without its tag
    t.rich('bold', { name: 'Asha' });
    // @ts-expect-error a parameter of a text without any
    t('plain', { name: 'Asha' });
  };
  expect(wrong).toBeTypeOf('function');
});

test('plural forms are those of the language', () => {
  const arabic = { keys: compile('{count, plural, two {مفتاحان} few {قليل} other {مفاتيح}}') };
  addLanguage('ar', <P>() => arabic as unknown as Partial<Texts<P>>);
  const inArabic = t.in('ar');
  expect([2, 3, 11].map((count) => inArabic('keys', { count }))).toEqual([
    'مفتاحان',
    'قليل',
    'مفاتيح',
  ]);
  expect(inArabic('name', { name: 'Asha' })).toBe('Hello Asha');
});

describe('in the pseudo-language', () => {
  addLanguage('en-XA', accented);
  type Say = (key: string, params: object) => string;
  const said = errorText.in('en-XA') as unknown as Say;

  test.each(Object.entries(errors))(
    '%s has no letter of ours outside the brackets, and every parameter',
    (key, text) => {
      const english = errorText as unknown as Say;
      for (const choice of choicesIn(compile(text))) {
        const accents = said(key, choice);
        expect(accents).toMatch(/^⟦.*⟧$/);
        expect(accents.replaceAll(given, '')).not.toMatch(/[a-z]/i);
        const before = english(key, choice);
        expect(accents.match(given)).toEqual(before.match(given));
        expect(accents.length).toBeGreaterThanOrEqual(before.replaceAll(given, '').length * 1.4);
      }
    },
  );
});

const given = /₁₂₃|\d+/g;

/** Values for what a text names; for one with choices, each of them. */
function choicesIn(compiled: CompiledMessage): Record<string, string | number>[] {
  const found = JSON.stringify(compiled).matchAll(/\["(\w+)"(?:,(\d),(\{.*?\}))?\]/g);
  let all: Record<string, string | number>[] = [{}];
  for (const [, name = '', kind, options] of found) {
    const plurals = [1, 1234];
    const selects = options?.match(/"\w+"(?=:)/g)?.map((one) => one.slice(1, -1)) ?? [];
    const values = kind === undefined ? ['₁₂₃'] : kind === '1' ? selects : plurals;
    all = all.flatMap((one) => (name in one ? [one] : values.map((v) => ({ ...one, [name]: v }))));
  }
  return all;
}
