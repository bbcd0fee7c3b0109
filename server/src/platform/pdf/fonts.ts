import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A typeface and its two files. */
export type Family = { name: string; normal: string; bold: string };

const require = createRequire(import.meta.url);

/** The font's name in documents and in their SVG images. */
export const fontName = 'DejaVu';

const folder = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');

function file(name: string): string {
  return join(folder, `${name}.ttf`);
}

/** The document's own font: Latin, Greek, Cyrillic, Hebrew and others. */
export const documentFamily: Family = {
  name: fontName,
  normal: file('DejaVuSansCondensed'),
  bold: file('DejaVuSansCondensed-Bold'),
};

const oblique = {
  italics: file('DejaVuSansCondensed-Oblique'),
  bolditalics: file('DejaVuSansCondensed-BoldOblique'),
};

function fromGoogle(packageName: string, name: string): Family {
  const root = dirname(require.resolve(`@expo-google-fonts/${packageName}/package.json`));
  const file = (weight: string): string => join(root, weight, `${name}_${weight}.ttf`);
  return { name, normal: file('400Regular'), bold: file('700Bold') };
}

/** For scripts that the document's own font does not have; read only when a name needs one. */
const scriptFamilies: readonly (Family & { letters: RegExp })[] = [
  { letters: /\p{scx=Arabic}/u, ...fromGoogle('vazirmatn', 'Vazirmatn') },
  {
    letters: /\p{scx=Devanagari}/u,
    ...fromGoogle('noto-sans-devanagari', 'NotoSansDevanagari'),
  },
  { letters: /\p{scx=Kannada}/u, ...fromGoogle('noto-sans-kannada', 'NotoSansKannada') },
  { letters: /\p{scx=Tamil}/u, ...fromGoogle('noto-sans-tamil', 'NotoSansTamil') },
  { letters: /\p{scx=Telugu}/u, ...fromGoogle('noto-sans-telugu', 'NotoSansTelugu') },
];

let extraFamilies: readonly Family[] = [];

/**
 * From now on these font files, named by absolute paths, are asked in order for letters that our own
 * fonts do not have. It holds for this thread. A file prints in bold as it does otherwise.
 */
export function setExtraFonts(files: readonly string[]): void {
  extraFamilies = files.map((file) => ({ name: file, normal: file, bold: file }));
}

/** The families that may have a letter, the preferred one first. */
export function familiesFor(letter: string): readonly Family[] {
  const ofScript = scriptFamilies.filter(({ letters }) => letters.test(letter));
  return [...ofScript, documentFamily, ...extraFamilies];
}

/** All fonts, in the form that pdfmake expects. */
export function pdfmakeFonts() {
  return Object.fromEntries(
    [{ ...documentFamily, ...oblique }, ...scriptFamilies, ...extraFamilies].map(
      ({ name, normal, bold, ...slanted }) => [name, { normal, bold, ...slanted }],
    ),
  );
}
