import { expect, test } from 'vitest';
import { documentFamily } from './fonts.ts';
import { namesOfScripts } from './testing/names.ts';
import { printLines } from './testing/print-lines.ts';
import { visibleLetters } from './testing/printed-letters.ts';
import { fontRuns, shaperFor, textLines, widthOf } from './text-lines.ts';

function inBothWeights(name: string) {
  return [false, true].flatMap((bold) => textLines(name, { width: 300, size: 12, bold }));
}

/** The lines as they are seen. */
function linesOf(text: string, place: { width: number; height?: number }): string[] {
  return textLines(text, { size: 1, ...place }).map(({ runs }) =>
    runs.map(({ text }) => text).join(''),
  );
}

function shapes(text: string) {
  return fontRuns(text, false).flatMap(({ text, family }) => shaperFor(family, false).shape(text));
}

test.each(namesOfScripts)('%s has a glyph for every letter', async (_script, name) => {
  const { boxes, letters } = await printLines(inBothWeights(name));
  expect(boxes).toBe(0);
  expect(visibleLetters(name).filter((letter) => !letters.has(letter))).toEqual([]);
});

test('text in a font that lacks its letters would be boxes', async () => {
  const lines = inBothWeights('क ख').map((line) => ({
    ...line,
    runs: line.runs.map((run) => ({ ...run, family: documentFamily })),
  }));
  expect((await printLines(lines)).boxes).toBe(4);
});

test('what no font has is a visible sign in its place', async () => {
  const { boxes, letters } = await printLines(inBothWeights('Key \u{1F511} \u{13000}'));
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
  ['between words', 'Main computer laboratory', ['Main computer', 'laboratory']],
  [
    'within a word that is too long',
    'Dampfschifffahrtsgesellschaft',
    ['Dampfschifffahrt', 'sgesellschaft'],
  ],
  ['between the words of Lao', 'ຫ້ອງສະໝຸດຫຼັກກະແຈຫ້ອງທົດລອງ', ['ຫ້ອງສະໝຸດຫຼັກກະແຈ', 'ຫ້ອງທົດລອງ']],
])('a long name is cut %s', (_where, name, lines) => {
  const width = Math.max(...lines.map((line) => widthOf(line, false)));
  expect(linesOf(name, { width })).toEqual(lines);
});

test('a name that does not fit its place ends in an ellipsis, no wider than the place', () => {
  const width = widthOf('Main computer', false);
  const lines = linesOf('Main computer laboratory, second floor', { width, height: 3 });
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^laboratory.*…$/);
  expect(widthOf(lines[1] ?? '', false)).toBeLessThanOrEqual(width);
});

test('a number stays with its sign or unit', () => {
  const width = widthOf('Used by 100', false);
  expect(linesOf('Used by 100\u00a0%', { width })).toEqual(['Used by', '100\u00a0%']);
});
