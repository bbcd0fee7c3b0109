/** As much as the server takes at once: rows, and bytes with room for what slices add. */
const maxRows = 10_000;
const maxBytes = 4_500_000;

/** Rows of a file below its heading, and by how much their lines differ from those of the file. */
export type FilePart = { text: string; offset: number };

type FileRecord = { line: number; lines: number; text: string; bytes: number };

/**
 * Cuts a CSV file into parts that the server takes, each with the heading; a cell with line ends in
 * it stays whole. A file that is small enough is one part, as it is.
 */
export function splitRows(text: string): FilePart[] {
  const [heading, ...rows] = recordsOf(text);
  if (!heading) return [{ text, offset: 0 }];
  const groups: FileRecord[][] = [[]];
  let [count, bytes] = [0, 0];
  for (const row of rows) {
    if (count === maxRows || bytes + row.bytes > maxBytes) {
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

const encoder = new TextEncoder();

/** Records with the line each begins on. Empty lines belong to the record before them. */
function recordsOf(text: string): FileRecord[] {
  const records: FileRecord[] = [];
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
