import pdfmake from 'pdfmake';
import type { CustomTableLayout, TDocumentDefinitions } from 'pdfmake/interfaces';
import { pdfmakeFonts } from './fonts.ts';
import './shape-with-harfbuzz.ts';

pdfmake.setUrlAccessPolicy(() => false);

/** The document can read the fonts, but no other files and no network. */
export function printDocument(
  document: TDocumentDefinitions,
  tableLayouts: Record<string, CustomTableLayout> = {},
): Promise<Buffer> {
  const fonts = pdfmakeFonts();
  const files = new Set(Object.values(fonts).flatMap((family) => Object.values(family)));
  pdfmake.setFonts(fonts);
  pdfmake.setLocalAccessPolicy((path) => files.has(path));
  pdfmake.setTableLayouts(tableLayouts);
  return pdfmake.createPdf(document).getBuffer();
}
