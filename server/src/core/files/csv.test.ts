import {
  cardColumns,
  furtherUserColumns,
  grantColumns,
  keyColumns,
  updatedColumn,
  userColumns,
} from '@keydesk/shared/administration/imports';
import { addLanguages } from '@keydesk/shared/texts/add-languages';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { inEachLanguage } from '@keydesk/shared/texts/known-languages';
import { beforeAll, expect, test } from 'vitest';
import { type Columns, normalizeHeading, ourHeadings, readCsv } from './csv.ts';

const { signal } = new AbortController();

beforeAll(addLanguages);

test('records keep the line on which they begin, over line breaks in cells and blank lines', async () => {
  const { records } = await readCsv('\ufeffa;b\r\n\r\n"x\r\ny";1\r\nz;2', {
    maxRecords: 10,
    signal,
  });
  expect(records).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['x\ny', '1'] },
    { line: 5, cells: ['z', '2'] },
  ]);
});

test.each([0, 1])(
  'letters outside the basic plane stay whole in a long text, from character %i',
  async (offset) => {
    const text = `${'x'.repeat(offset)}${'𠮷😀'.repeat(1_000)}`;
    const { records } = await readCsv(text, { maxRecords: 1, signal });
    expect(records).toEqual([{ line: 1, cells: [text] }]);
  },
);

test('the rest of the text is not read after the first record too many', async () => {
  const broken = `${'a,b\n'.repeat(20_000)}"never closed`;
  const limited = await readCsv(broken, { maxRecords: 2, signal });
  expect(limited.records).toHaveLength(3);
  const whole = await readCsv(broken, { maxRecords: 20_000, signal });
  expect(whole.error).toMatch(/not valid CSV/);
});

test('a quote that nobody closes ends the reading long before the text ends', async () => {
  const { error } = await readCsv(`a,b\n"${'x'.repeat(1_000_000)}`, { maxRecords: 10, signal });
  expect(error).toMatch(/not valid CSV.*20000/);
});

test('other work has its turn after every slice, and an abort ends the reading', async () => {
  const text = 'a,b\n'.repeat(40_000);
  let turns = 0;
  let watching = true;
  const watch = () => {
    turns += 1;
    if (watching) setImmediate(watch);
  };
  setImmediate(watch);
  await readCsv(text, { maxRecords: 100_000, signal });
  watching = false;
  expect(turns).toBeGreaterThanOrEqual(10);

  const leaving = new AbortController();
  const reading = readCsv(text, { maxRecords: 100_000, signal: leaving.signal });
  leaving.abort(new Error('Left'));
  await expect(reading).rejects.toThrow('Left');
});

test.each(inEachLanguage((each) => each))('each heading in %s names its own field', (language) => {
  const files: Columns<string>[] = [
    { ...keyColumns, updated: updatedColumn },
    { ...userColumns, ...furtherUserColumns },
    grantColumns,
    cardColumns,
  ];
  for (const columns of files) {
    const headings = Object.values(columns).map((heading) => headingText.in(language)(heading));
    const ours = ourHeadings(columns);
    expect(headings.map((each) => ours.get(normalizeHeading(each)))).toEqual(Object.keys(columns));
  }
});
