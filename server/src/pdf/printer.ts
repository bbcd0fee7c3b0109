import pdfmake from 'pdfmake';
import type { CustomTableLayout, TDocumentDefinitions } from 'pdfmake/interfaces';
import { documentFamily, fontFiles, fonts } from './fonts.ts';
import { shapeWithHarfbuzz } from './shape-with-harfbuzz.ts';

shapeWithHarfbuzz(documentFamily.normal);
pdfmake.setFonts(fonts);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));
pdfmake.setUrlAccessPolicy(() => false);

/** Lays a document out and prints it; reads no files but the fonts, and nothing from the network. */
export const printDocument = (
  document: TDocumentDefinitions,
  tableLayouts: Record<string, CustomTableLayout> = {},
): Promise<Buffer> => {
  pdfmake.setTableLayouts(tableLayouts);
  return pdfmake.createPdf(document).getBuffer();
};
