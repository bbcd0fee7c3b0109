import type { Content } from 'pdfmake/interfaces';
import { expect, test } from 'vitest';
import { fontName } from './fonts.ts';
import { fontRuns, nameText, shaperFor, visualOrder, widthOf, wrapName } from './name-text.ts';
import { printDocument } from './printer.ts';
import { namesOfScripts } from './testing/names.ts';
import { printedLetters, visibleLetters } from './testing/printed-letters.ts';

async function print(content: Content[]) {
  return printedLetters(await printDocument({ content, defaultStyle: { font: fontName } }));
}

function inBothWeights(name: string): Content[] {
  return [false, true].map((bold) => nameText(name, { width: 300, size: 12, bold }));
}

function shapes(text: string) {
  return fontRuns(text, false).flatMap(({ text, family }) => shaperFor(family, false).shape(text));
}

test.each(namesOfScripts)('%s has a glyph for every letter', async (_script, name) => {
  const { boxes, letters } = await print(inBothWeights(name));
  expect(boxes).toBe(0);
  expect(visibleLetters(name).filter((letter) => !letters.has(letter))).toEqual([]);
});

test('text in a font that lacks its letters would be boxes', async () => {
  expect((await print([{ text: 'क ख' }])).boxes).toBe(2);
});

test('what no font has is a visible sign in its place', async () => {
  const { boxes, letters } = await print(inBothWeights('Key \u{1F511} \u{13000}'));
  expect(boxes).toBe(0);
  expect(letters).toContain('\ufffd');
});

test('letters of Devanagari form conjuncts, and the short i stands before them', () => {
  const [first, second] = shapes('कि');
  expect([first?.letters, second?.letters]).toEqual(['कि', '']);
  expect(
    shapes('कि')
      .map(({ id }) => id)
      .reverse(),
  ).toContain(shapes('क')[0]?.id);
  expect(shapes('क्ष')).toHaveLength(1);
});

test('Arabic letters join, from right to left', () => {
  const word = shapes('محمد');
  expect(word.map(({ letters }) => letters).join('')).toBe('دمحم');
  expect(word[3]?.id).not.toBe(shapes('م')[0]?.id);
});

test.each([
  ['Lab אבג 12', 'ltr', ['Lab ', '12', 'אבג ']],
  ['אבג Lab 12', 'rtl', ['Lab 12', 'אבג ']],
  ['אבג (12)', 'rtl', [')', '12', 'אבג (']],
] as const)('%s is put in the order in which it is seen', (line, direction, stretches) => {
  expect(visualOrder(line, direction).map(({ text }) => text)).toEqual(stretches);
});

test.each([
  ['between words', 'Main computer laboratory', ['Main computer', 'laboratory']],
  [
    'within a word that is too long',
    'Dampfschifffahrtsgesellschaft',
    ['Dampfschifffahrt', 'sgesellschaft'],
  ],
  ['between the words of Lao', 'ຫ້ອງສະໝຸດຫຼັກກະແຈຫ້ອງທົດລອງ', ['ຫ້ອງສະໝຸດຫຼັກກະແຈ', 'ຫ້ອງທົດລອງ']],
])('a long name is cut %s', (_where, name, lines) => {
  const width = Math.max(...lines.map((line) => widthOf(line, false)));
  expect(wrapName(name, { width, most: 9 }, false)).toEqual(lines);
});

test('a name that does not fit its place ends in an ellipsis, no wider than the place', () => {
  const width = widthOf('Main computer', false);
  const lines = wrapName('Main computer laboratory, second floor', { width, most: 2 }, false);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^laboratory.*…$/);
  expect(widthOf(lines[1] ?? '', false)).toBeLessThanOrEqual(width);
});
