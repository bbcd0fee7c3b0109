import { setExtraFonts } from '../../../platform/pdf/fonts.ts';
import { printDocument } from '../../../platform/pdf/printer.ts';
import { reportDocument } from './document.ts';
import { tableLayouts } from './elements.ts';
import type { ReportContent } from './report-content.ts';

/** Prints the report as a PDF file; runs in the printing thread. */
export function print(content: ReportContent, extraFonts: readonly string[]): Promise<Buffer> {
  setExtraFonts(extraFonts);
  return printDocument(reportDocument(content), tableLayouts);
}
