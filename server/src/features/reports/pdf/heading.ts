import type { Content } from 'pdfmake/interfaces';

/** What keeps with the lines after it; see the page breaks of the document. */
export const heading = (text: string): Content => ({ text, style: 'heading', headlineLevel: 1 });
