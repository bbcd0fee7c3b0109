import type { NamedColumn } from '@keydesk/shared/administration/imports';
import type { CsvRecord } from '@keydesk/shared/core/csv';
import { listText } from '@keydesk/shared/core/formats';
import { t } from '@keydesk/shared/texts/en/imports';
import { useMemo } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { firstRecords, type Reading, readingLabel } from './file-text.ts';
import type { TextFile } from './use-import.ts';

type ReadingChoiceProps = {
  file: TextFile;
  reading: Reading;
  onChange: (reading: Reading) => void;
};

/** The readings of a file side by side, with what tells them apart. */
export function ReadingChoice({ file, reading, onChange }: ReadingChoiceProps) {
  const options = useMemo(() => optionsOf(file.choices), [file.choices]);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-sm text-muted">
        {t(reading.kind === 'sheet' ? 'which-sheet' : 'letters-unclear', { name: file.name })}
      </legend>
      {options.map(({ choice, title, detail }) => (
        <label
          key={choice.name}
          className={classNames(optionClassName, 'flex cursor-pointer items-center gap-3')}
        >
          <input
            type="radio"
            name="reading"
            checked={choice === reading}
            onChange={() => onChange(choice)}
          />
          <span className="min-w-0">
            <span className="block font-semibold wrap-anywhere">{title}</span>
            <span className="text-sm text-muted wrap-anywhere">{detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const optionClassName =
  'min-h-11 w-full rounded-control border border-line-strong px-3.5 py-2 hover:bg-sunken';

/** Sheets with the first line of each, encodings with the words in which they differ. */
function optionsOf(choices: readonly Reading[]) {
  if (choices[0]?.kind === 'sheet')
    return choices.map((choice) => ({
      choice,
      title: choice.name,
      detail: firstRecords(choice.text, 1).map(lineText).join(),
    }));
  // Each encoding has one byte for each letter, so a word has the same place in all readings.
  const beginning = (choices[0]?.text ?? '').slice(0, 200_000);
  const places = [...beginning.matchAll(/[^\s;,"]*[^\0-\x7f][^\s;,"]*/g)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  );
  const readings = choices.map((choice) => {
    const words = places.map(([begin, end]) => choice.text.slice(begin, end));
    return { choice, words: [...new Set(words)] };
  });
  const isFirst = (words: readonly string[], at: number) =>
    readings.findIndex((other) => other.words.join() === words.join()) === at;
  return readings
    .filter(({ words }, at) => isFirst(words, at))
    .map(({ choice, words }) => ({
      choice,
      title: listText(words.slice(0, 5)),
      detail: readingLabel(choice),
    }));
}

function lineText({ cells }: CsvRecord): string {
  return cells.filter(Boolean).join(' · ');
}

type ColumnChoiceProps = {
  file: TextFile;
  columns: readonly NamedColumn[];
  headingLine: number;
  fields: Readonly<Record<string, string>>;
  error: string;
  onChange: (columns: readonly NamedColumn[]) => void;
  onHeadingLine: (line: number) => void;
};

/** Finds a column of the file for each of ours. */
export function ColumnChoice({
  file,
  columns,
  headingLine,
  fields,
  error,
  onChange,
  onHeadingLine,
}: ColumnChoiceProps) {
  const records = useMemo(() => firstRecords(file.text, 100), [file]);
  const options = [
    { value: '', label: t('not-in-the-file') },
    ...columns.map(({ heading }, at) => ({
      value: String(at),
      label: heading || t('column-without-heading', { number: at + 1 }),
    })),
  ];
  const choose = (field: string, chosen: string) =>
    onChange(
      columns.map((column, at) => {
        if (String(at) === chosen) return { ...column, field };
        return column.field === field ? { ...column, field: null } : column;
      }),
    );
  return (
    <div className="flex flex-col gap-4">
      <ErrorNotice cause={error || null} />
      <HeadingLineChoice
        records={records.slice(0, 10)}
        headingLine={headingLine}
        onChange={onHeadingLine}
      />
      <p className="text-sm text-muted">{t('which-column')}</p>
      <ul className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {Object.entries(fields).map(([field, label]) => {
          const at = columns.findIndex((column) => column.field === field);
          return (
            <li key={field}>
              <SelectField
                label={label}
                options={options}
                value={at < 0 ? '' : String(at)}
                hint={examplesOf(records, headingLine, at)}
                onChange={(chosen) => choose(field, chosen)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type HeadingLineChoiceProps = {
  records: readonly CsvRecord[];
  headingLine: number;
  onChange: (line: number) => void;
};

function HeadingLineChoice({ records, headingLine, onChange }: HeadingLineChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{t('which-line')}</legend>
      <ol className="max-h-64 overflow-y-auto overscroll-contain rounded-control border border-line">
        {records.map((record) => (
          <li key={record.line} className="border-line not-first:border-t">
            <button
              type="button"
              aria-pressed={record.line === headingLine}
              onClick={() => onChange(record.line)}
              className="flex min-h-11 w-full cursor-pointer items-center gap-3 px-3.5 py-1 text-start text-sm hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent"
            >
              <span className="shrink-0 tabular-nums">{t('line', { line: record.line })}</span>
              <span dir="auto" className="min-w-0 wrap-anywhere sm:truncate">
                {lineText(record)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

/** Three values of a column. */
function examplesOf(
  records: readonly CsvRecord[],
  headingLine: number,
  at: number,
): string | undefined {
  const below = records.filter(({ line }) => line > headingLine);
  const values = new Set(below.flatMap(({ cells }) => cells[at] || []));
  return values.size > 0 ? [...values].slice(0, 3).join(' · ') : undefined;
}
