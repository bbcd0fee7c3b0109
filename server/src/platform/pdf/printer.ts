import { createRequire } from 'node:module';
import type * as Fontkit from 'fontkit';
import pdfmake from 'pdfmake';
import type { CustomTableLayout, TDocumentDefinitions } from 'pdfmake/interfaces';
import { documentFamily, fontFiles, fonts } from './fonts.ts';
import { type Shaper, shaperOf } from './shaper.ts';

type FontOfBytes = Fontkit.Font & { stream: { buffer: Uint8Array } };

/** The same copy that pdfmake uses: the CommonJS and ES module copies share no classes. */
const fontkit = createRequire(import.meta.url)('fontkit') as typeof Fontkit;

const shapers = new WeakMap<FontOfBytes, Shaper>();

shapeWithHarfbuzz(documentFamily.normal);
pdfmake.setFonts(fonts);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));
pdfmake.setUrlAccessPolicy(() => false);

/** Makes a PDF of a document definition; it can read the fonts, no other files and no network. */
export function printDocument(
  document: TDocumentDefinitions,
  tableLayouts: Record<string, CustomTableLayout> = {},
): Promise<Buffer> {
  pdfmake.setTableLayouts(tableLayouts);
  return pdfmake.createPdf(document).getBuffer();
}

function codePoints(letters: string): number[] {
  return Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);
}

function layout(font: FontOfBytes, text: string) {
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
}

function ownerOf(member: string, font: object): object {
  let owner = font;
  while (!Object.hasOwn(owner, member)) owner = Object.getPrototypeOf(owner);
  return owner;
}

/**
 * Makes HarfBuzz shape the text of every PDF printed in this thread. The PDF library's own shaper
 * fails with an error on ordinary words of Gujarati, Gurmukhi, Khmer and Malayalam.
 */
function shapeWithHarfbuzz(anyFontFile: string): void {
  const fontClass = ownerOf('layout', fontkit.openSync(anyFontFile));
  Object.defineProperty(fontClass, 'layout', {
    value(this: FontOfBytes, text: string) {
      return layout(this, text);
    },
  });
}
