import { expect, test } from 'vitest';
import { csvLine, stripFormulaGuard } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a cell that begins like a formula is text: %j',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  },
);

test('what only contains such characters stays as it is', () => {
  expect(csvLine(['a=b', 'x-1', "it's", '', null])).toBe("a=b,x-1,it's,,\r\n");
});

test('commas, quotes and line ends are kept within their cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

test.each(['=1+1', '-', "'=1", "''@x", "it's", '', "'quoted'"])(
  'what is read back is what was written: %j',
  (text) => {
    expect(stripFormulaGuard(csvLine([text]).trimEnd())).toBe(text);
  },
);
