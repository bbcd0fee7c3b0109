import { fold } from '@keydesk/shared/core/text';
import { t } from '@keydesk/shared/texts/en/import-rows';

/** A long number in a spreadsheet's scientific notation has lost its digits. */
export function isShortened(cell: string): boolean {
  return /^[+-]?\d+([.,]\d+)?E[+-]?\d+$/i.test(cell);
}

/** Problems of texts that a spreadsheet has shortened, with what to do. */
export function shortenedProblems(cells: readonly string[]): string[] {
  return cells.filter(isShortened).map((cell) => t('shortened-number', { cell }));
}

/** Warns of texts such as '1/2' of which a spreadsheet has made a date, in a workbook a whole one. */
export function dateWarnings(cells: readonly string[]): string[] {
  return cells.flatMap((cell) => {
    const [, wholeMonth, wholeDay] = /^\d{4}-(\d\d)-(\d\d)$/.exec(cell) ?? [];
    if (wholeMonth && wholeDay)
      return [t('made-date', { cell, text: `${Number(wholeDay)}/${Number(wholeMonth)}` })];
    const [, before = '', word = '', after = ''] =
      /^(?:(\d{1,2})(?:[-/ .]|\. ))?(\p{L}[\p{L}\p{M}]*)\.?(?:[-/ ](\d{1,2}))?$/u.exec(cell) ?? [];
    const month = monthsByName().get(fold(word));
    const day = before || after;
    if (!month || !day || (before && after)) return [];
    const [first, second] = before ? [Number(day), month] : [month, Number(day)];
    return [t('made-date', { cell, text: `${first}/${second}` })];
  });
}

/** Warns of a number whose leading zeros a spreadsheet may have removed. */
export function zeroWarnings(cell: string, known: string | undefined): string[] {
  const isShorter =
    known !== undefined && known !== cell && /^0+/.test(known) && known.replace(/^0+/, '') === cell;
  return isShorter ? [t('lost-zeros', { cell, known })] : [];
}

const languages = 'en de pt es fr it hi ru bg te ur nl pl cs sk hu ro hr sv da fi tr el uk'.split(
  ' ',
);
let months: ReadonlyMap<string, number> | undefined;

/** The months as spreadsheets write them: 'fev' for 'fev.'. */
function monthsByName(): ReadonlyMap<string, number> {
  months ??= new Map(
    languages.flatMap((language) => {
      const format = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, at) => {
        const name = format.format(Date.UTC(2026, at, 15));
        return [fold(name).replace(/\.$/, ''), at + 1] as const;
      });
    }),
  );
  return months;
}
