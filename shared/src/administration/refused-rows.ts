import { byteOrderMark, csvLine, csvRecords } from '../core/csv.ts';
import { joinedText } from '../core/formats.ts';
import { t } from '../texts/en/input.ts';
import type { ImportResult } from './imports.ts';

/** The refused rows of a file as CSV, with a column of the reasons. */
export function refusedRowsOf(text: string, { rows, headingLine }: ImportResult): string {
  const reasons = new Map<number | undefined, string>([[headingLine, t('reason')]]);
  for (const { line, outcome, problems } of rows)
    if (outcome === 'refused') reasons.set(line, joinedText(problems, 'full-stop'));
  const records = [...csvRecords(text)].filter(({ line }) => reasons.has(line));
  const width = Math.max(...records.map(({ cells }) => cells.length));
  const lines = records.map(({ line, cells }) =>
    csvLine([...cells, ...Array(width - cells.length).fill(''), reasons.get(line) ?? '']),
  );
  return byteOrderMark + lines.join('');
}
