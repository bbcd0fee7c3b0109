/** What a spreadsheet would run as a formula. */
const formula = /^[=+\-@\t\r]/;

const cell = (value: string | null): string => {
  const text = value ?? '';
  const inert = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

/** One line of CSV (RFC 4180) that no spreadsheet mistakes for formulas. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;
