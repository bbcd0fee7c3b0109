import { printDocument } from '../../../pdf/printer.ts';
import { reportDocument } from './document.ts';
import type { ReportContent } from './report-content.ts';
import { tableLayouts } from './table.ts';

/** The report as a PDF file; runs in the printing thread. */
export const print = (content: ReportContent): Promise<Buffer> =>
  printDocument(reportDocument(content), tableLayouts);
