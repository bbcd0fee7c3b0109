import { createRequire } from 'node:module';
import type * as Fontkit from 'fontkit';
import { type Shaper, shaperOf } from './shaper.ts';

type FontOfBytes = Fontkit.Font & { stream: { buffer: Uint8Array } };

/** The one that the PDF library has: CommonJS and ECMAScript copies of it share no classes. */
const fontkit = createRequire(import.meta.url)('fontkit') as typeof Fontkit;

const codePoints = (letters: string): number[] =>
  Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);

const shapers = new WeakMap<FontOfBytes, Shaper>();

const layout = (font: FontOfBytes, text: string) => {
  const shaper = shapers.get(font) ?? shaperOf(font.stream.buffer);
  shapers.set(font, shaper);
  const placed = shaper.shape(text);
  const positions = placed.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }));
  return {
    glyphs: placed.map(({ id, letters, ownWidth }) => ({
      id,
      advanceWidth: ownWidth,
      codePoints: codePoints(letters),
    })),
    positions,
    // The PDF library scales the positions in place and asks for the width afterwards.
    get advanceWidth() {
      return positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
    },
  };
};

const ownerOf = (member: string, font: object): object => {
  let owner = font;
  while (!Object.hasOwn(owner, member)) owner = Object.getPrototypeOf(owner);
  return owner;
};

/**
 * Lets HarfBuzz set the letters of every PDF printed in this thread. The PDF library's own shaper
 * ends with an error at ordinary words of Gujarati, Gurmukhi, Khmer and Malayalam.
 */
export const shapeWithHarfbuzz = (anyFontFile: string): void => {
  const fontClass = ownerOf('layout', fontkit.openSync(anyFontFile));
  Object.defineProperty(fontClass, 'layout', {
    value(this: FontOfBytes, text: string) {
      return layout(this, text);
    },
  });
};
