import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Family, families } from './families.ts';

/** The name under which the document and its pictures ask for the font. */
export const fontName = 'DejaVu';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
  'ttf',
);
const file = (name: string): string => join(folder, `${name}.ttf`);

const oblique = {
  italics: file('DejaVuSansCondensed-Oblique'),
  bolditalics: file('DejaVuSansCondensed-BoldOblique'),
};

/** The document's own font: Latin, Greek, Cyrillic, Hebrew and others. */
export const documentFamily: Family = {
  name: fontName,
  letters: /./u,
  normal: file('DejaVuSansCondensed'),
  bold: file('DejaVuSansCondensed-Bold'),
};

/** All fonts as the layout asks for them. */
export const fonts = Object.fromEntries(
  [{ ...documentFamily, ...oblique }, ...families].map(({ name, letters: _, ...files }) => [
    name,
    files,
  ]),
);

/** The only files that a document may read. */
export const fontFiles: ReadonlySet<string> = new Set(
  Object.values(fonts).flatMap((files) => Object.values(files)),
);
