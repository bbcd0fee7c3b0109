import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { reportDocument } from './document.ts';
import { fontFolder, fonts } from './fonts.ts';
import type { ReportContent } from './report-content.ts';
import { tableLayouts } from './table.ts';

pdfmake.setFonts(fonts);
pdfmake.setTableLayouts(tableLayouts);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fontFolder));
pdfmake.setUrlAccessPolicy(() => false);

const pdf = await pdfmake.createPdf(reportDocument(workerData as ReportContent)).getBuffer();
parentPort?.postMessage(pdf);
