/** What the server accepts at once: rows, and bytes with room for the overhead of slices. */
const maxPartRows = 10_000;
const maxPartBytes = 4_500_000;

/** Some rows of a file below its heading, and what to add to their lines for those of the file. */
export type FilePart = { text: string; offset: number };

type CsvRecord = { line: number; lines: number; text: string; bytes: number };

/**
 * Splits a CSV file into parts that the server accepts, each with the heading; a cell that spans lines
 * stays whole. A file that is small enough is one part, unchanged.
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

/** The records with the lines they begin on. Empty lines belong to the record before them. */
function parseRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let insideQuotes = false;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const last = records.at(-1);
    const bytes = encoder.encode(line).length + 1;
    if (last && (insideQuotes || line.trim() === '')) {
      last.text += `\n${line}`;
      last.lines += 1;
      last.bytes += bytes;
    } else if (line.trim() !== '') records.push({ line: at + 1, lines: 1, text: line, bytes });
    // Quotes within a quoted cell are doubled, so an odd number opens or closes a cell.
    if (line.split('"').length % 2 === 0) insideQuotes = !insideQuotes;
  }
  return records;
}

const encoder = new TextEncoder();

/** One slice must fit into a request as JSON, with room for the rest of the body. */
const maxSliceCharacters = 60_000;
const maxSliceBytes = 90_000;

const sliceEncoder = new TextEncoder();

/** Splits a text into slices that each fit into a request; an empty text is one empty slice. */
export function sliceText(text: string): string[] {
  const slices: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfSlice(text, start);
    slices.push(text.slice(start, end));
    start = end;
  }
  return slices.length > 0 ? slices : [''];
}

/** The end of the slice that begins at `start`; never inside a character. */
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
