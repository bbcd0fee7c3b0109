import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import errors from './en/errors.json' with { type: 'json' };
import { t as errorText } from './en/errors.ts';
import { t as fieldText } from './en/fields.ts';
import { marked, unmarked } from './testing/marked.ts';
import {
  addLanguage,
  directionOf,
  speak,
  speakFrom,
  spokenLanguage,
  type Tag,
  type Texts,
  translator,
  type Value,
  withoutIsolates,
} from './translator.ts';
import urduFields from './ur/fields.json' with { type: 'json' };

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

const t = translator('test', texts);

test('a change runs from right to left in Urdu, also as an item of a list', () => {
  onTestFinished(addLanguage('ur', () => ({ fields: { becomes: compile(urduFields.becomes) } })));
  const change = fieldText.in('ur')('becomes', { before: 'Wo', after: 'Location' });
  // Isolated in turn, it takes its direction from its first letter outside the values.
  expect(change).toBe('\u200f\u2068Wo\u2069 ← \u2068Location\u2069');
});

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
    // @ts-expect-error a kind, which would be English in every language
    t('name', { name: 'lost' as 'lost' | 'missing' });
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
  onTestFinished(addLanguage('ar', () => ({ test: arabic })));
  const inArabic = t.in('ar');
  expect([2, 3, 11].map((count) => inArabic('keys', { count }))).toEqual([
    'مفتاحان',
    'قليل',
    'مفاتيح',
  ]);
  expect(withoutIsolates(inArabic('name', { name: 'Asha' }))).toBe('Hello Asha');
});

test('the current language may be asked for at each text', () => {
  onTestFinished(() => speak('en'));
  onTestFinished(addLanguage('eo', () => ({ test: { plain: compile('Teksto') } })));
  const languages = ['eo', 'en'];
  speakFrom(() => languages.shift() ?? 'eo');
  expect([t('plain'), t('plain'), spokenLanguage()]).toEqual(['Teksto', 'A text', 'eo']);
});

describe('in a right-to-left language', () => {
  const urdu = {
    name: compile('سلام {name}'),
    keys: compile('{count, plural, one {{count} چابی} other {{count} چابیاں}}'),
    state: compile('{state, select, in {یہاں} other {باہر}}'),
    bold: compile('<b>{name}</b> کے پاس چابی ہے'),
  };
  afterAll(addLanguage('ur', () => ({ test: urdu })));
  const inUrdu = t.in('ur');

  test('inserted values are isolated, also in plurals and tags', () => {
    expect(inUrdu('name', { name: 'CSE-101' })).toBe('سلام \u2068CSE-101\u2069');
    expect(inUrdu('keys', { count: 2 })).toBe('\u20682\u2069 چابیاں');
    const b = (chunks: readonly unknown[]) => ({ bold: chunks.join('') });
    expect(inUrdu.rich('bold', { name: 'Asha', b })).toEqual([
      { bold: '\u2068Asha\u2069' },
      ' کے پاس چابی ہے',
    ]);
  });

  test('choices are found, and names of files can do without the marks', () => {
    expect(inUrdu('state', { state: 'in' })).toBe('یہاں');
    expect(withoutIsolates(inUrdu('name', { name: 'A-1' }))).toBe('سلام A-1');
  });
});

test.each([
  ['ur', 'rtl'],
  ['ks', 'rtl'],
  ['he', 'rtl'],
  ['te', 'ltr'],
  ['eo', 'ltr'],
  ['en-x-marked', 'ltr'],
])('%s is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});

describe('in the marked language', () => {
  const compiled = Object.entries(errors).map(([key, text]) => [key, compile(text)]);
  const errorsWithMarks = marked(Object.fromEntries(compiled));
  afterAll(addLanguage('marked', () => ({ errors: errorsWithMarks })));
  type Say = (key: string, params: object) => string;
  const english = errorText as unknown as Say;
  const said = errorText.in('marked') as unknown as Say;

  test.each(Object.entries(errors))('only what fills in %s is outside of marks', (key, text) => {
    for (const params of choicesIn(compile(text))) {
      const outside = unmarked(said(key, params));
      expect(outside).not.toMatch(/\p{L}/u);
      expect(outside.match(given)).toEqual(english(key, params).match(given));
    }
  });
});

const given = /₁₂₃|1234/g;

/** Values for what a text names; for one with choices, each of them. */
function choicesIn(compiled: CompiledMessage): Record<string, string | number>[] {
  let all: Record<string, string | number>[] = [{}];
  for (const { name, kind, options } of parametersIn(compiled)) {
    const values = kind === undefined ? ['₁₂₃'] : kind === 1 ? Object.keys(options) : [1, 1234];
    all = all.flatMap((one) => (name in one ? [one] : values.map((v) => ({ ...one, [name]: v }))));
  }
  return all;
}

type Parameter = { name: string; kind: number | undefined; options: Record<string, unknown> };

/** What a text names, also within its choices. */
function parametersIn(nodes: unknown): Parameter[] {
  return (Array.isArray(nodes) ? nodes : []).flatMap((node) => {
    if (!Array.isArray(node)) return [];
    const [name, kind, options = {}] = node;
    return [{ name, kind, options }, ...Object.values(options).flatMap(parametersIn)];
  });
}
