import { describe, expect, test } from 'vitest';
import { sliceText, splitRows } from './split-file.ts';

const heading = 'Key Number,Key Name';

function rowsFrom(first: number, count: number) {
  return Array.from({ length: count }, (_, at) => `K-${first + at},Room ${first + at}`);
}

/** The line of each row in the whole file: its line in the part plus the offset of the part. */
function placesOf(text: string) {
  return splitRows(text).flatMap(({ text: part, offset }) =>
    part
      .split('\n')
      .map((row, at) => ({ row, line: at + 1 + offset }))
      .slice(1),
  );
}

describe('a file', () => {
  test('that is small enough is one part, as it is', () => {
    for (const text of ['', '\n', heading, `${heading}\r\nK-1,Lab\r\n`, 'a,"unclosed\nb'])
      expect(splitRows(text)).toEqual([{ text, offset: 0 }]);
    const full = [heading, ...rowsFrom(1, 10_000)].join('\n');
    expect(splitRows(full)).toEqual([{ text: full, offset: 0 }]);
  });

  test('with more rows is several parts, each with the heading, that keep every row and its line', () => {
    const rows = rowsFrom(1, 25_001);
    const text = [heading, ...rows].join('\r\n');
    const parts = splitRows(text);
    expect(parts).toHaveLength(3);
    for (const part of parts) expect(part.text.split('\n')[0]).toBe(heading);
    const lines = text.split('\r\n');
    const places = placesOf(text);
    expect(places.map(({ row }) => row)).toEqual(rows);
    for (const { row, line } of places) expect(lines[line - 1]).toBe(row);
  });

  test('is never cut within a cell, and empty lines count as lines of it', () => {
    const cell = 'K-0,"Room\n""0""\n\nof three lines"';
    const text = ['', heading, ...rowsFrom(1, 9_999), cell, '', ...rowsFrom(20_000, 2)].join('\n');
    const [first, second] = splitRows(text);
    expect(first?.text).toContain(cell);
    expect(second).toEqual({
      text: [heading, ...rowsFrom(20_000, 2)].join('\n'),
      offset: text.split('\n').indexOf('K-20000,Room 20000') + 1 - 2,
    });
  });

  test('with long rows is cut by its bytes', () => {
    const rows = Array.from({ length: 6_000 }, (_, at) => `K-${at},${'चाबी'.repeat(100)}`);
    const parts = splitRows([heading, ...rows].join('\n'));
    expect(parts).toHaveLength(2);
    for (const { text } of parts)
      expect(new TextEncoder().encode(text).length).toBeLessThan(5_000_000);
  });
});

function bytes(text: string) {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}

describe('the slices of a text', () => {
  test.each([
    ['short', 'a,b'],
    ['long', 'Key Number,"Key Name"\r\n'.repeat(20_000)],
    ['in another script', 'चाबी,कक्ष\n'.repeat(20_000)],
    ['full of emoji', `x${'🔑'.repeat(70_000)}`],
    ['full of quotes', '"'.repeat(200_000)],
  ])('that is %s make it whole again and each fit a request', (_what, text) => {
    const slices = sliceText(text);
    expect(slices.join('')).toBe(text);
    for (const slice of slices) {
      expect(slice.length).toBeLessThanOrEqual(60_000);
      expect(bytes(slice)).toBeLessThanOrEqual(90_000);
      expect(slice).toBe(new TextDecoder().decode(new TextEncoder().encode(slice)));
    }
  });

  test('that is empty are one empty slice', () => {
    expect(sliceText('')).toEqual(['']);
  });
});
