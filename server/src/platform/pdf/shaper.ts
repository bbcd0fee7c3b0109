import { Blob, Buffer, ClusterLevel, Face, Font, shape } from 'harfbuzzjs';

/** A glyph and its place in the text; lengths are in the font's units. */
type PlacedGlyph = {
  id: number;
  /** The letters that it stands for; empty for the further glyphs of one letter. */
  letters: string;
  /** Its width without kerning. */
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
  /** Whether the font has glyphs for the whole text. */
  has(text: string): boolean;
};

const buffer = new Buffer();

/** Shapes text with HarfBuzz as its script requires: joined, stacked, reordered, right to left. */
export function shaperOf(fontBytes: Uint8Array): Shaper {
  const face = new Face(new Blob(fontBytes));
  const font = new Font(face);
  const { ascender, descender, lineGap } = font.hExtents();
  const cache = new Map<string, readonly PlacedGlyph[]>();
  const glyphsOf = (text: string): readonly PlacedGlyph[] => {
    const glyphs = cache.get(text) ?? shapeWith(font, text);
    cache.set(text, glyphs);
    return glyphs;
  };
  return {
    shape: glyphsOf,
    widthOf: (text) =>
      glyphsOf(text).reduce((width, { xAdvance }) => width + xAdvance, 0) / face.upem,
    lineHeight: (ascender - descender + lineGap) / face.upem,
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
