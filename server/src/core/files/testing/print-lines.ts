import { drawLines, drawPdf } from '../draw-pdf.ts';
import type { TextLine } from '../text-lines.ts';
import { printedLetters } from './printed-letters.ts';

/** What a PDF file with these lines shows. */
export async function printLines(lines: readonly TextLine[]) {
  const pdf = await drawPdf({ Title: 'Lines' }, (pdf) => {
    pdf.addPage();
    drawLines(pdf, lines, { x: 40, y: 40, color: '#000000' });
  });
  return printedLetters(pdf);
}
