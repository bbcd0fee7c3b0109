/** As much as the server takes at once: rows, and bytes with room for what slices add. */
const maxPartRows = 10_000;
const maxPartBytes = 4_500_000;

/** Rows of a file below its heading, and by how much their lines differ from those of the file. */
export type FilePart = { text: string; offset: number };

type CsvRecord = { line: number; lines: number; text: string; bytes: number };

/**
 * Cuts a CSV file into parts that the server takes, each with the heading; a cell with line ends in
 * it stays whole. A file that is small enough is one part, as it is.
 */
export function splitRows(text: string): FilePart[] {
  const [heading, ...rows] = parseRecords(text);
  if (!heading) return [{ text, offset: 0 }];
  const groups: CsvRecord[][] = [[]];
  let [count, bytes] = [0, 0];
  for (const row of rows) {
    if (count === maxPartRows || bytes + row.bytes > maxPartBytes) {
      groups.push([]);
      [count, bytes] = [0, 0];
    }
    groups.at(-1)?.push(row);
    count += 1;
    bytes += row.bytes;
  }
  if (groups.length === 1) return [{ text, offset: 0 }];
  return groups.map((group) => ({
    text: [heading, ...group].map((record) => record.text).join('\n'),
    offset: (group[0]?.line ?? 0) - heading.lines - 1,
  }));
}

/** Records with the line each begins on. Empty lines belong to the record before them. */
function parseRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let open = false;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const last = records.at(-1);
    const bytes = encoder.encode(line).length + 1;
    if (last && (open || line.trim() === '')) {
      last.text += `\n${line}`;
      last.lines += 1;
      last.bytes += bytes;
    } else if (line.trim() !== '') records.push({ line: at + 1, lines: 1, text: line, bytes });
    // A quote within a quoted cell is written twice.
    if (line.split('"').length % 2 === 0) open = !open;
  }
  return records;
}

const encoder = new TextEncoder();

/** One slice must fit a request, as JSON, with room for the rest of its body. */
const maxSliceCharacters = 60_000;
const maxSliceBytes = 90_000;

const sliceEncoder = new TextEncoder();

/** Cuts a file's text into slices that each fit a request; an empty text is one empty slice. */
export function sliceText(text: string): string[] {
  const slices: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfSlice(text, start);
    slices.push(text.slice(start, end));
    start = end;
  }
  return slices.length > 0 ? slices : [''];
}

/** Where the slice that begins at `start` ends: never within a character. */
function endOfSlice(text: string, start: number): number {
  let length = Math.min(maxSliceCharacters, text.length - start);
  while (jsonByteLength(text.slice(start, start + length)) > maxSliceBytes)
    length = Math.floor(length * 0.75);
  const end = start + length;
  return end < text.length && splitsSurrogatePair(text, end) ? end - 1 : end;
}

function jsonByteLength(text: string): number {
  return sliceEncoder.encode(JSON.stringify(text)).length;
}

function splitsSurrogatePair(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));
}
