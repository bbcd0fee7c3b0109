/** A formula has the value that it gave when the workbook was saved. */
type Cell = string | number | boolean | Date | null | { formula: string; value: string };

const namespace = 'http://schemas.openxmlformats.org';
const relationships = `${namespace}/officeDocument/2006/relationships`;

/** The bytes of an .xlsx workbook, as spreadsheets write them. */
export function workbookFile(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const strings: string[] = [];
  const names = Object.keys(sheets);
  const written = Object.values(sheets).map((rows) => sheetXml(rows, strings));
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"/>`;
  return zipFile({
    'xl/workbook.xml': `<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${relationships}"><sheets>${names
      .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="s${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${namespace}/package/2006/relationships">${[
      relation('strings', 'sharedStrings', 'sharedStrings.xml'),
      relation('styles', 'styles', 'styles.xml'),
      ...names.map((_, at) => relation(`s${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
    ].join('')}</Relationships>`,
    // The second style is that of a day.
    'xl/styles.xml': `<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(written.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
  });
}

function sheetXml(rows: readonly (readonly Cell[])[], strings: string[]): string {
  const written = rows.map((cells, row) => {
    const filled = cells.map((cell, column) => {
      const place = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
      if (cell === null) return '';
      if (typeof cell === 'string') return `<c ${place} t="s"><v>${strings.push(cell) - 1}</v></c>`;
      if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
      if (typeof cell === 'boolean') return `<c ${place} t="b"><v>${Number(cell)}</v></c>`;
      if (cell instanceof Date) return `<c ${place} s="1"><v>${daysOf(cell)}</v></c>`;
      return `<c ${place} t="str"><f>${escapeXml(cell.formula)}</f><v>${escapeXml(cell.value)}</v></c>`;
    });
    return `<row r="${row + 1}">${filled.join('')}</row>`;
  });
  return `<worksheet><sheetData>${written.join('')}</sheetData></worksheet>`;
}

/** Days since the end of 1899. */
function daysOf(date: Date): number {
  return date.getTime() / 86_400_000 + 25_569;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A zip archive. Its checksums are zero, as readers of workbooks ask for none. */
export async function zipFile(
  files: Readonly<Record<string, string>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = new TextEncoder().encode(path);
    const content = new TextEncoder().encode(text);
    const packed = await deflate(content);
    const shared = [
      [20],
      [0],
      [8],
      [0, 0],
      [0, 0],
      long(packed),
      long(content),
      [name.length],
      [0],
    ];
    const local = fields([0x4b50, 0x0403], ...shared);
    const none = [[0], [0], [0], [0, 0]];
    directory.push(fields([0x4b50, 0x0201], [20], ...shared, ...none, halves(at)), name);
    parts.push(local, name, packed);
    at += local.length + name.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = Object.keys(files).length;
  const end = fields([0x4b50, 0x0605], [0], [0], [count], [count], halves(size), halves(at), [0]);
  return bytesOf(new Blob([...parts, ...directory, end]).stream());
}

function deflate(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw')));
}

async function bytesOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Numbers of two bytes each, the small end first. */
function fields(...numbers: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(numbers.flat().flatMap((number) => [number & 0xff, number >> 8]));
}

function long({ length }: Uint8Array): [number, number] {
  return halves(length);
}

function halves(number: number): [number, number] {
  return [number & 0xffff, number >>> 16];
}
