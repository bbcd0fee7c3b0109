import { csvRecords } from '@keydesk/shared/core/csv';
import { describe, expect, test } from 'vitest';
import { readFileText } from './file-text.ts';
import { workbookFile, zipFile } from './testing/workbook-file.ts';

function longArchive(): Uint8Array {
  const bytes = new Uint8Array(5_000_001);
  bytes.set([0x50, 0x4b, 3, 4]);
  return bytes;
}

async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  const { text } = await readFileText(bytes);
  return [...csvRecords(text)].map(({ cells }) => cells).filter((cells) => cells.some(Boolean));
}

describe('a workbook', () => {
  test('is read as its cells show', async () => {
    const bytes = await workbookFile({
      Keys: [
        ['Key Number', 'Key Name', 'Location', 'Until', 'Frequently Used'],
        ['CSE-101', 'Café, "Süd"; 1\t2', '=1+1', new Date('2026-12-24T00:00Z'), true],
        [12345678901, 0.1 + 0.2, 'two\nlines', new Date('2026-12-24T10:30Z'), false],
        ['007', { formula: 'CONCATENATE(B2,"!")', value: 'Lab!' }, null, null, null],
      ],
    });
    expect(await rowsOf(bytes)).toEqual([
      ['Key Number', 'Key Name', 'Location', 'Until', 'Frequently Used'],
      ['CSE-101', 'Café, "Süd"; 1\t2', '=1+1', '2026-12-24', 'true'],
      ['12345678901', '0.3', 'two\nlines', '2026-12-24 10:30', 'false'],
      ['007', 'Lab!', '', '', ''],
    ]);
  });

  test('has lines with the numbers of its rows, and cells with any signs', async () => {
    const bytes = await workbookFile({ Keys: [['Keys;of;all;floors'], [], ['A', 'B'], ['1;2;3']] });
    const { text } = await readFileText(bytes);
    const filled = [...csvRecords(text)].filter(({ cells }) => cells.some(Boolean));
    expect(filled).toEqual([
      { line: 1, cells: ['Keys;of;all;floors', ''] },
      { line: 3, cells: ['A', 'B'] },
      { line: 4, cells: ['1;2;3', ''] },
    ]);
  });

  test('writes a number that has lost digits so that it is refused', async () => {
    const bytes = await workbookFile({ Cards: [['Card'], [1234567890123450], [1e17]] });
    expect(await rowsOf(bytes)).toEqual([['Card'], ['1.23456789012345e+15'], ['1e+17']]);
  });

  test('of several sheets leaves the choice between those with cells', async () => {
    const bytes = await workbookFile({ 'Old & new': [['A'], ['1']], Empty: [], Other: [['B']] });
    const { text, choices } = await readFileText(bytes);
    expect(choices.map(({ kind, name }) => [kind, name])).toEqual([
      ['sheet', 'Old & new'],
      ['sheet', 'Other'],
    ]);
    expect(text).toBe(choices[0]?.text);
  });

  test('of one sheet asks nothing', async () => {
    const bytes = await workbookFile({ Empty: [], Keys: [['A']] });
    expect((await readFileText(bytes)).choices).toEqual([]);
  });

  test('without cells is an empty text', async () => {
    expect(await readFileText(await workbookFile({ Empty: [] }))).toEqual({
      text: '',
      choices: [],
    });
  });

  test.each([
    ['would unpack to more than 50 MB', () => zipFile({ 'xl/a.xml': '0'.repeat(50_000_001) })],
    ['has more than 5 MB', async () => longArchive()],
  ])('that %s is refused before it is unpacked', async (_why, bytes) => {
    await expect(readFileText(await bytes())).rejects.toThrow(/too large|larger than 5 MB/);
  });

  test('that unpacks to more text than an import takes is refused', async () => {
    const rows = Array.from({ length: 60 }, () => ['x'.repeat(100_000)]);
    const bytes = await workbookFile({ Keys: rows });
    await expect(readFileText(bytes)).rejects.toThrow('larger than 5 MB');
  });

  test.each([
    ['another archive', () => zipFile({ 'word/document.xml': '<document/>' })],
    ['cut off', async () => (await workbookFile({ Keys: [['A']] })).slice(0, -30)],
    ['broken inside', () => zipFile({ 'xl/workbook.xml': '<work' })],
  ])('that is %s cannot be read', async (_what, bytes) => {
    await expect(readFileText(await bytes())).rejects.toThrow(
      'Could not read this workbook. Save its sheet as CSV',
    );
  });
});

test('an old workbook says what to do, and so does one with a password', async () => {
  const bytes = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
  await expect(readFileText(bytes)).rejects.toThrow('Save it as .xlsx without a password');
});

test('a heading that begins like a workbook is text', async () => {
  expect((await readFileText(new TextEncoder().encode('PKZ;Name'))).text).toBe('PKZ;Name');
});
