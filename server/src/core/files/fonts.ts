import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Blob, Buffer, ClusterLevel, Face, Font, shape } from 'harfbuzzjs';

export type Family = { normal: string; bold: string };

const require = createRequire(import.meta.url);

const folder = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');

function file(name: string): string {
  return join(folder, `${name}.ttf`);
}

/** Latin, Greek, Cyrillic, Hebrew and others. */
export const documentFamily: Family = {
  normal: file('DejaVuSansCondensed'),
  bold: file('DejaVuSansCondensed-Bold'),
};

function fromGoogle(packageName: string, name: string): Family {
  const root = dirname(require.resolve(`@expo-google-fonts/${packageName}/package.json`));
  const file = (weight: string): string => join(root, weight, `${name}_${weight}.ttf`);
  return { normal: file('400Regular'), bold: file('700Bold') };
}

/** For scripts that the document's own font lacks; read only when a name needs one. */
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

/** Sets fallback fonts by absolute path, in order, for this thread. */
export function setExtraFonts(files: readonly string[]): void {
  extraFamilies = files.map((file) => ({ normal: file, bold: file }));
}

/** Font families to try for a letter, preferred first. */
export function familiesFor(letter: string): readonly Family[] {
  const ofScript = scriptFamilies.filter(({ letters }) => letters.test(letter));
  return [...ofScript, documentFamily, ...extraFamilies];
}

const files = new Map<string, Uint8Array>();

/** Each thread reads a file once. */
export function fontBytes(path: string): Uint8Array {
  const bytes = files.get(path) ?? readFileSync(path);
  files.set(path, bytes);
  return bytes;
}

/** A glyph and its place in the text; lengths are in the font's units. */
type PlacedGlyph = {
  id: number;
  /** The letters that it represents; empty for further glyphs of the same letter. */
  letters: string;
  /** The width without kerning. */
  ownWidth: number;
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
};

export type Shaper = {
  /** The glyphs of a text of one script and direction, from left to right. */
  shape(text: string): readonly PlacedGlyph[];
  /** Relative to the font size. */
  widthOf(text: string): number;
  /** Relative to the font size. */
  lineHeight: number;
  /** Relative to the font size. */
  ascent: number;
  /** Whether the font has glyphs for the whole text. */
  has(text: string): boolean;
};

const buffer = new Buffer();
const shapers = new WeakMap<Uint8Array, Shaper>();
/** Cache size for long-lived threads. */
const rememberedTexts = 2_000;

/** Shapes text with HarfBuzz as its script requires: joined, stacked, reordered, right to left. */
export function shaperOf(fontBytes: Uint8Array): Shaper {
  const shaper = shapers.get(fontBytes) ?? createShaper(fontBytes);
  shapers.set(fontBytes, shaper);
  return shaper;
}

function createShaper(fontBytes: Uint8Array): Shaper {
  const face = new Face(new Blob(fontBytes));
  const font = new Font(face);
  const { ascender, descender, lineGap } = font.hExtents();
  const cache = new Map<string, readonly PlacedGlyph[]>();
  const glyphsOf = (text: string): readonly PlacedGlyph[] => {
    const glyphs = cache.get(text) ?? shapeWith(font, text);
    if (cache.size >= rememberedTexts) cache.clear();
    cache.set(text, glyphs);
    return glyphs;
  };
  return {
    shape: glyphsOf,
    widthOf: (text) =>
      glyphsOf(text).reduce((width, { xAdvance }) => width + xAdvance, 0) / face.upem,
    lineHeight: (ascender - descender + lineGap) / face.upem,
    ascent: ascender / face.upem,
    has: (text) => glyphsOf(text).every(({ id }) => id !== 0),
  };
}

function shapeWith(font: Font, text: string): PlacedGlyph[] {
  buffer.reset();
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const infos = buffer.getGlyphInfos();
  const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].sort(
    (one, other) => one - other,
  );
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1]]));
  const positions = buffer.getGlyphPositions();
  return infos.map(({ codepoint, cluster }, index) => {
    return {
      id: codepoint,
      ownWidth: font.glyphHAdvance(codepoint),
      letters: infos[index - 1]?.cluster === cluster ? '' : text.slice(cluster, ends.get(cluster)),
      ...(positions[index] ?? { xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0 }),
    };
  });
}
