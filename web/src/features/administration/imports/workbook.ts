import { maxImportBytes } from '@keydesk/shared/administration/imports';
import { csvLine } from '@keydesk/shared/core/csv';
import { t } from '@keydesk/shared/texts/en/imports';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import readXlsxFile from 'read-excel-file/universal';
import type { DecodedFile } from './file-text.ts';

/** Several times what the largest import takes. */
const maxUnpackedBytes = 50_000_000;

/**
 * Reads the sheets of an .xlsx workbook as CSV, with what its formulas gave when it was saved.
 * @throws Error with a message to show
 */
export async function readWorkbook(bytes: Uint8Array): Promise<DecodedFile> {
  if (bytes.length > maxImportBytes) throw new Error(inputText('file-too-large'));
  if (unpackedSize(bytes) > maxUnpackedBytes) throw new Error(t('workbook-too-large'));
  const options = { parseNumber: numberText };
  const sheets = await readXlsxFile(new Uint8Array(bytes).buffer, options).catch(() => {
    throw new Error(t('workbook-unreadable'));
  });
  // A sheet that is a chart has no cells.
  const filled = sheets.filter(({ data }) => data?.length > 0);
  const readings = filled.map(({ sheet, data }) => ({
    kind: 'sheet' as const,
    name: sheet,
    text: csvOf(data),
  }));
  return { text: readings[0]?.text ?? '', choices: readings.length > 1 ? readings : [] };
}

/** What a zip archive states for all that it unpacks to; the reader unpacks no more than that. */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) return 0;
  const count = view.getUint16(end + 8, true);
  let at = view.getUint32(end + 16, true);
  let size = 0;
  for (let entry = 0; entry < count; entry += 1) {
    // So do archives beyond 4 GB, whose directory is elsewhere.
    if (count === 0xffff || at + 46 > bytes.length) return Number.POSITIVE_INFINITY;
    size += view.getUint32(at + 24, true);
    const further = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    at += further.reduce((sum, length) => sum + length, 46);
  }
  return size;
}

/** The first line names the separator, as cells may have more of another one. */
function csvOf(rows: readonly (readonly unknown[])[]): string {
  const lines = ['sep=,\r\n'];
  let size = 0;
  for (const row of rows) {
    const cells = row.map(cellText);
    size += cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (size > maxImportBytes) throw new Error(inputText('file-too-large'));
    lines.push(csvLine(cells));
  }
  return lines.join('');
}

/** Days and times have no zone. */
function cellText(cell: unknown): string {
  if (!(cell instanceof Date)) return String(cell ?? '');
  const [day = '', time = ''] = (cell.toJSON() ?? '').split('T');
  return /^00:00/.test(time) ? day : `${day} ${time.slice(0, 5)}`;
}

/** Spreadsheets keep 15 digits. A longer number has lost some, and is written so that it is refused. */
function numberText(written: string): string {
  const number = Number(written);
  const isWhole = Math.abs(number) < 1e15;
  return isWhole ? String(Number(number.toPrecision(15))) : number.toExponential();
}
