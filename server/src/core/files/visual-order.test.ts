import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shaperFor, textLines } from './text-lines.ts';
import { visualOrder } from './visual-order.ts';

test.each([
  ['Lab אבג 12', ['Lab ', '12', 'אבג ']],
  ['אבג Lab 12', ['Lab 12', 'אבג ']],
  ['אבג (12)', [')', '12', 'אבג (']],
])('%s is put in the order in which it is seen', (text, stretches) => {
  expect(visualOrder(text)(0, text.length).map(({ text }) => text)).toEqual(stretches);
});

test('digits of Urdu stay in their order beside its letters', () => {
  const [line] = textLines('کمرہ ۱۲۳', { width: 100, size: 12 });
  const glyphs = line?.runs.flatMap(({ text, family }) => shaperFor(family, false).shape(text));
  expect(glyphs?.map(({ letters }) => letters).join('')).toMatch(/^۱۲۳/);
});

type Token = { kind: 'urdu' | 'latin' | 'number' | 'value'; words: readonly string[] };

const urduWords = ['چابی', 'واپس', 'کمرہ', 'گارڈ', 'آج', 'بجے'];
const latinWords = ['Lab', 'CSE-307', 'Hall', 'B-2'];
const numbers = ['12', '9:30', '2026', '7'];
const oneOf = (kind: Token['kind'], words: readonly string[]) =>
  fc.constantFrom(...words).map((word): Token => ({ kind, words: [word] }));
/** A name or a time that a text of ours contains; it is isolated. */
const value = fc
  .array(fc.constantFrom('Main', 'Hall', 'X-1', '10:30', '5'), { minLength: 1, maxLength: 4 })
  .map((words): Token => ({ kind: 'value', words }));
const paragraphs = fc
  .array(
    fc.oneof(oneOf('urdu', urduWords), oneOf('latin', latinWords), oneOf('number', numbers), value),
    { maxLength: 25 },
  )
  .map((tokens): Token[] => [{ kind: 'urdu', words: ['کلید'] }, ...tokens]);

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ kind, words }) =>
      kind === 'value' ? `\u2068${words.join(' ')}\u2069` : words.join(' '),
    )
    .join(' ');
}

/** The words of each line from left to right. */
function seenLines(text: string, width: number): string[][] {
  return textLines(text, { width, size: 1 }).map(({ runs }) =>
    runs
      .map(({ text }) => (/\p{Script=Arabic}/u.test(text) ? text.split(' ').toReversed() : [text]))
      .map((words) => words.join(' '))
      .join('')
      .split(' ')
      .filter((word) => word !== ''),
  );
}

/**
 * The rule of directions for words in an Urdu paragraph: Latin words form groups that are read from
 * left to right, with the numbers that follow them and the values between them; a value is such a
 * group itself; all else is read from right to left.
 */
function groupsOf(tokens: readonly Token[]): { word: string; group: number }[] {
  let strong: 'urdu' | 'latin' = 'urdu';
  const own = tokens.map(({ kind }) => {
    if (kind === 'urdu' || kind === 'latin') strong = kind;
    return kind === 'value' ? undefined : strong === 'latin';
  });
  const isLatin = own.map((latin, index) => {
    const before = own.slice(0, index).findLast((one) => one !== undefined);
    const after = own.slice(index).find((one) => one !== undefined);
    return latin ?? (before === true && after === true);
  });
  let group = 0;
  return tokens.flatMap(({ words }, index) => {
    if (!isLatin[index] || !isLatin[index - 1]) group += 1;
    return words.map((word) => ({ word, group }));
  });
}

/** From left to right. */
function orderByRule(line: readonly { word: string; group: number }[]): string[] {
  const groups = new Map<number, string[]>();
  for (const { word, group } of line) groups.set(group, [...(groups.get(group) ?? []), word]);
  return [...groups.values()].toReversed().flat();
}

test('each line of an Urdu paragraph is read from right to left, its numbers and codes from left to right', () => {
  fc.assert(
    fc.property(paragraphs, fc.integer({ min: 6, max: 30 }), (tokens, width) => {
      const rest = groupsOf(tokens);
      const lines = seenLines(textOf(tokens), width);
      expect(lines).toEqual(lines.map((words) => orderByRule(rest.splice(0, words.length))));
      expect(rest).toEqual([]);
    }),
  );
});
