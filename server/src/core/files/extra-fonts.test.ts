import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { openSync } from 'fontkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentFamily, setExtraFonts } from './fonts.ts';
import { gurmukhi } from './testing/gurmukhi.ts';
import { printLines } from './testing/print-lines.ts';
import { visibleLetters } from './testing/printed-letters.ts';
import { fontRuns, textLines } from './text-lines.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});
afterEach(() => {
  setExtraFonts([]);
  rmSync(folder, { recursive: true });
});

async function print(name: string) {
  const place = { width: 300, size: 12 };
  const { letters, boxes } = await printLines(
    [false, true].flatMap((bold) => textLines(name, { ...place, bold })),
  );
  return { boxes, missing: visibleLetters(name).filter((letter) => !letters.has(letter)) };
}

function runsOf(name: string) {
  return fontRuns(name, false).map(({ text, family }) => [text, family.normal]);
}

test('a script without a font is a sign for each letter with its marks; the rest is printed', async () => {
  expect(runsOf('Lab ਪੰਜਾਬੀ ਲਾਇਬ੍ਰੇਰੀ 12')).toEqual([['Lab ��� ����� 12', documentFamily.normal]]);
  expect((await print(gurmukhi.name)).boxes).toBe(0);
});

test('a further font has a glyph for every letter of its script', async () => {
  setExtraFonts([gurmukhi.fontFile]);
  expect(await print(`Lab ${gurmukhi.name} 12`)).toEqual({ boxes: 0, missing: [] });
});

test('further fonts are asked in their order, and after our own', () => {
  const copy = join(folder, 'copy.ttf');
  writeFileSync(copy, readFileSync(gurmukhi.fontFile));
  setExtraFonts([documentFamily.bold, copy, gurmukhi.fontFile]);
  expect(runsOf('Lab ਪੰ')).toEqual([
    ['Lab ', documentFamily.normal],
    ['ਪੰ', copy],
  ]);
});

test('a font whose space lies behind its last outline is printed', async () => {
  const file = join(folder, 'space-at-the-end.ttf');
  writeFileSync(file, withSpaceAtTheEnd(gurmukhi.fontFile));
  setExtraFonts([file]);
  expect(await print(gurmukhi.name)).toEqual({ boxes: 0, missing: [] });
});

type Table = { offset: number; length: number };

/** Such a font, and the file ends there, as that of Nanum Gothic does. */
function withSpaceAtTheEnd(path: string): Buffer {
  const font = openSync(path) as ReturnType<typeof openSync> & {
    directory: { tables: { glyf: Table; loca: Table } };
    head: { indexToLocFormat: number };
    glyphForCodePoint(letter: number): { id: number };
  };
  const { glyf, loca } = font.directory.tables;
  const bytes = readFileSync(path).subarray(0, glyf.offset + glyf.length);
  const [size, end] =
    font.head.indexToLocFormat === 0
      ? ([2, glyf.length / 2] as const)
      : ([4, glyf.length] as const);
  const space = font.glyphForCodePoint(0x20).id;
  for (const id of [space, space + 1]) bytes.writeUIntBE(end, loca.offset + id * size, size);
  return bytes;
}
