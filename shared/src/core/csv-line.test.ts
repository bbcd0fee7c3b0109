import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, stripFormulaGuard } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a cell that begins like a formula is text: %j',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toMatch(/^'/);
  },
);

test.each([
  ["x;=cmd|' /C calc'!A0", `"x;'=cmd|' /C calc'!A0"`],
  ['x\t@SUM(A1)', `"x\t'@SUM(A1)"`],
  ['x|+1', `"x|'+1"`],
  ['x\n-1', `"x\n'-1"`],
  // After the separator it would be an empty text in quotes, and the formula behind it.
  ['x;"=1+1;y', `"x;'""=1+1;y"`],
  ['Room 3; north', '"Room 3; north"'],
])('no separator makes a formula of a part of a cell: %j', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('what only contains such characters stays as it is', () => {
  expect(csvLine(['a=b', 'x-1', "it's", '', null])).toBe("a=b,x-1,it's,,\r\n");
});

test('commas, quotes and line ends are kept within their cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

test('what is read back is what was written', () => {
  const pieces = fc.constantFrom(...`=+-@'";|,`, '\t', '\r', '\n', 'x');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const cell = csvLine([parts.join('')]).slice(0, -2);
      const plain = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(stripFormulaGuard(plain)).toBe(parts.join(''));
    }),
  );
});
