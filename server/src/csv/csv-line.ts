/** What a spreadsheet would run as a formula, or what only the mark below keeps from being one. */
const formula = /^'*[=+\-@\t\r]/;
const marked = /^'+[=+\-@\t\r]/;

/** Spreadsheets take a file without this mark for one in an old encoding. */
export const byteOrderMark = '\ufeff';

const cell = (value: string | null): string => {
  const text = value ?? '';
  const inert = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

/** One line of CSV (RFC 4180) that no spreadsheet mistakes for formulas. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;

/** The text of a cell without the mark that keeps it from being a formula. */
export const unmarked = (text: string): string => (marked.test(text) ? text.slice(1) : text);
