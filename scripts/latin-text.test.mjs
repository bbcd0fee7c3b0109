import { expect, test } from 'vitest';
import { latinText } from './latin-text.mjs';

test('characters beyond Latin-1 become escapes, others stay', () => {
  expect(latinText("a = 'é – €'")).toBe("a = 'é \\u2013 \\u20ac'");
});

test.each([
  ['a backslash', "a = '\\–'"],
  ['a character of two halves', "a = '😀'"],
  ['raw text', 'a = String.raw`–`'],
])('%s, which an escape would give another meaning, is refused', (_what, code) => {
  expect(() => latinText(code)).toThrow('not rewritten safely');
});

test('the same without a character to rewrite stays as it is', () => {
  const code = "a = String.raw`\\d` + '\\é'";
  expect(latinText(code)).toBe(code);
});
