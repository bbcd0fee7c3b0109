import { printInThread } from '../../../pdf/print-in-thread.ts';
import type { ReportContent } from './report-content.ts';

const printer = new URL('./print-report.ts', import.meta.url);

/** The report as a PDF file. */
export const renderReport = (content: ReportContent, signal: AbortSignal): Promise<Buffer> =>
  printInThread(printer, content, signal);
