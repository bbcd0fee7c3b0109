import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fontFileError } from './file-errors.ts';
import { documentFamily } from './fonts.ts';
import { gurmukhi } from './testing/gurmukhi.ts';

const font = readFileSync(gurmukhi.fontFile);

let folder: string;
beforeAll(() => {
  folder = scratchFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([gurmukhi.fontFile, documentFamily.normal])('%s is a font', async (path) => {
  expect(await fontFileError(path)).toBeUndefined();
});

const notFont = 'is not a TrueType or OpenType font (.ttf, .otf).';

test.each([
  ['an empty file', '', notFont],
  ['a text', 'NotoSansThai', notFont],
  ['a compressed font of the web', Buffer.concat([Buffer.from('wOF2'), font]), notFont],
  [
    'a collection',
    Buffer.concat([Buffer.from('ttcf'), font]),
    'is a collection of fonts. Name files that hold one font each (.ttf, .otf).',
  ],
  ['half a file', font.subarray(0, font.length / 2), 'is a font that was cut short.'],
  ['a beginning', font.subarray(0, 20), 'is a font that was cut short.'],
  [
    'pictures instead of outlines',
    withRenamedTable('glyf', 'CBDT'),
    'is a font without outlines, which cannot be printed.',
  ],
  ['no list of letters', withRenamedTable('cmap', 'none'), 'is an incomplete font, without cmap.'],
])('%s is refused', async (_what, content, message) => {
  const path = join(folder, 'font.ttf');
  writeFileSync(path, content);
  expect(await fontFileError(path)).toBe(`${path} ${message}`);
});

function withRenamedTable(name: string, newName: string): Buffer {
  const renamed = Buffer.from(font);
  renamed.write(newName, renamed.indexOf(name), 'latin1');
  return renamed;
}
