import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The name under which the document and its pictures ask for the font. */
export const fontName = 'DejaVu';

/** Where the only files lie that a document may read. */
export const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
  'ttf',
);

const file = (name: string): string => join(fontFolder, `${name}.ttf`);

/** A font of many scripts: names are printed as people write them. */
export const fonts = {
  [fontName]: {
    normal: file('DejaVuSansCondensed'),
    bold: file('DejaVuSansCondensed-Bold'),
    italics: file('DejaVuSansCondensed-Oblique'),
    bolditalics: file('DejaVuSansCondensed-BoldOblique'),
  },
};
