import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A typeface for the letters of some scripts, and its two files. */
export type Family = { name: string; letters: RegExp; normal: string; bold: string };

const require = createRequire(import.meta.url);
const google = '@expo-google-fonts';

function fromGoogle(letters: RegExp, folder: string, name: string): Family {
  const root = dirname(require.resolve(`${google}/${folder}/package.json`));
  const file = (weight: string): string => join(root, weight, `${name}_${weight}.ttf`);
  return { name, letters, normal: file('400Regular'), bold: file('700Bold') };
}

function han(): Family {
  const root = join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts');
  return {
    name: 'NotoSansHans',
    letters: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\uff00-\uffef]/u,
    normal: join(root, 'NotoSansHans-Regular.otf'),
    bold: join(root, 'NotoSansHans-Bold.otf'),
  };
}

/** For scripts that the document's own font does not have; read only when a name needs one. */
export const families: readonly Family[] = [
  fromGoogle(/\p{scx=Arabic}/u, 'vazirmatn', 'Vazirmatn'),
  fromGoogle(/\p{scx=Devanagari}/u, 'noto-sans-devanagari', 'NotoSansDevanagari'),
  fromGoogle(/\p{scx=Bengali}/u, 'noto-sans-bengali', 'NotoSansBengali'),
  fromGoogle(/\p{scx=Gujarati}/u, 'noto-sans-gujarati', 'NotoSansGujarati'),
  fromGoogle(/\p{scx=Gurmukhi}/u, 'noto-sans-gurmukhi', 'NotoSansGurmukhi'),
  fromGoogle(/\p{scx=Kannada}/u, 'noto-sans-kannada', 'NotoSansKannada'),
  fromGoogle(/\p{scx=Malayalam}/u, 'noto-sans-malayalam', 'NotoSansMalayalam'),
  fromGoogle(/\p{scx=Meetei_Mayek}/u, 'noto-sans-meetei-mayek', 'NotoSansMeeteiMayek'),
  fromGoogle(/\p{scx=Oriya}/u, 'noto-sans-oriya', 'NotoSansOriya'),
  fromGoogle(/\p{scx=Ol_Chiki}/u, 'noto-sans-ol-chiki', 'NotoSansOlChiki'),
  fromGoogle(/\p{scx=Tamil}/u, 'noto-sans-tamil', 'NotoSansTamil'),
  fromGoogle(/\p{scx=Telugu}/u, 'noto-sans-telugu', 'NotoSansTelugu'),
  fromGoogle(/\p{scx=Sinhala}/u, 'noto-sans-sinhala', 'NotoSansSinhala'),
  fromGoogle(/\p{scx=Tibetan}/u, 'noto-serif-tibetan', 'NotoSerifTibetan'),
  fromGoogle(/\p{scx=Thai}/u, 'noto-sans-thai', 'NotoSansThai'),
  fromGoogle(/\p{scx=Khmer}/u, 'noto-sans-khmer', 'NotoSansKhmer'),
  fromGoogle(/\p{scx=Myanmar}/u, 'noto-sans-myanmar', 'NotoSansMyanmar'),
  fromGoogle(/\p{scx=Ethiopic}/u, 'noto-sans-ethiopic', 'NotoSansEthiopic'),
  fromGoogle(/\p{scx=Thaana}/u, 'noto-sans-thaana', 'NotoSansThaana'),
  fromGoogle(/\p{scx=Hangul}/u, 'gothic-a1', 'GothicA1'),
  han(),
];

/** The font's name in documents and in their SVG images. */
export const fontName = 'DejaVu';

const folder = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');

function file(name: string): string {
  return join(folder, `${name}.ttf`);
}

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

/** All fonts, in the form that pdfmake expects. */
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
