import { createRequire } from 'node:module';
import type * as Fontkit from 'fontkit';
import { documentFamily, shaperOf } from './fonts.ts';

type FontOfBytes = Fontkit.Font & { stream: { buffer: Uint8Array } };
type OutlineGlyph = Fontkit.Glyph & { _font: { loca: { offsets: readonly number[] } } };

/** The same copy that the PDF libraries use: the CommonJS and ES module copies share no classes. */
const fontkit = createRequire(import.meta.url)('fontkit') as typeof Fontkit;

const anyFont = fontkit.openSync(documentFamily.normal) as Fontkit.Font;
shapeWithHarfbuzz(anyFont);
measureEmptyGlyphs(anyFont.getGlyph(0));

function codePoints(letters: string): number[] {
  return Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);
}

function layout(font: FontOfBytes, text: string) {
  const placed = shaperOf(font.stream.buffer).shape(text);
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
    // The PDF library scales the positions in place and reads the width afterwards.
    get advanceWidth() {
      return positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
    },
  };
}

function ownerOf(member: string, font: object): object {
  let owner = font;
  while (!Object.hasOwn(owner, member)) owner = Object.getPrototypeOf(owner);
  return owner;
}

/**
 * Makes HarfBuzz shape the text of every PDF in this thread. The PDF library's own shaper fails on
 * ordinary words of Gujarati, Gurmukhi, Khmer and Malayalam.
 */
function shapeWithHarfbuzz(anyFont: Fontkit.Font): void {
  const fontClass = ownerOf('layout', anyFont);
  Object.defineProperty(fontClass, 'layout', {
    value(this: FontOfBytes, text: string) {
      return layout(this, text);
    },
  });
}

/**
 * Gives glyphs without ink an empty box. The PDF library reads their box from the file, and fails
 * if the file ends before: some fonts have their space behind the last outline.
 */
function measureEmptyGlyphs(anyGlyph: Fontkit.Glyph): void {
  const glyphClass = ownerOf('_getCBox', anyGlyph);
  const measure = Reflect.get(glyphClass, '_getCBox');
  Object.defineProperty(glyphClass, '_getCBox', {
    value(this: OutlineGlyph, ...rest: unknown[]) {
      const { offsets } = this._font.loca;
      const isEmpty = offsets[this.id] === offsets[this.id + 1];
      return isEmpty ? emptyBox : Reflect.apply(measure, this, rest);
    },
  });
}

const emptyBox = Object.freeze({ minX: 0, minY: 0, maxX: 0, maxY: 0 });
