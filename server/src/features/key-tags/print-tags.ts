import { printDocument } from '../../pdf/printer.ts';
import { cutLines, type TagSheet, tagSheetDocument } from './tag-sheet.ts';

/** The sheets of tags as a PDF file; runs in the printing thread. */
export const print = (sheet: TagSheet): Promise<Buffer> =>
  printDocument(tagSheetDocument(sheet), { cutLines });
