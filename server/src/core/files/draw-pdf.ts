import { buffer } from 'node:stream/consumers';
import { spokenLanguage } from '@keydesk/shared/texts/translator';
import PDFDocument from 'pdfkit';
import { fontBytes } from './fonts.ts';
import type { TextLine } from './text-lines.ts';
import './shape-with-harfbuzz.ts';

/** Lengths are in points, from the page's top left corner. */
export type Drawing = PDFKit.PDFDocument;

/**
 * Draws an A4 PDF page by page. A page leaves memory when the next is added, so a long file takes
 * little more than a short one.
 */
export async function drawPdf(
  info: { Title: string; Creator?: string },
  draw: (pdf: Drawing) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // Otherwise the library loads a font of its own.
    font: null as unknown as string,
    info,
    lang: spokenLanguage(),
  });
  const file = buffer(pdf);
  draw(pdf);
  pdf.end();
  return file;
}

/** Draws lines from the top left corner `x`, `y`; returns the bottom. */
export function drawLines(
  pdf: Drawing,
  lines: readonly TextLine[],
  { x, y, color }: { x: number; y: number; color: string },
): number {
  pdf.fillColor(color);
  let top = y;
  for (const { runs, size, bold, height, ascent } of lines) {
    let left = x;
    for (const { text, family, width } of runs) {
      const file = bold ? family.bold : family.normal;
      pdf.registerFont(file, fontBytes(file) as Buffer).font(file, size);
      // With a list of features a run is shaped whole, not word by word.
      const options: PDFKit.Mixins.TextOptions = {
        lineBreak: false,
        features: [],
        baseline: 'alphabetic',
      };
      pdf.text(text, left, top + ascent, options);
      left += width;
    }
    top += height;
  }
  return top;
}
