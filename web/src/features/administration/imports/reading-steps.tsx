import type { NamedColumn } from '@keydesk/shared/administration/imports';
import { t } from '@keydesk/shared/texts/en/imports';
import { SelectField } from '../../../ui/fields.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { type FileEncoding, fileEncodings } from './file-text.ts';
import type { TextFile } from './use-import.ts';

type EncodingChoiceProps = {
  file: TextFile;
  encoding: FileEncoding;
  onChange: (encoding: FileEncoding) => void;
};

export function EncodingChoice({ file, encoding, onChange }: EncodingChoiceProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t('letters-unclear', { name: file.name })}</p>
      <SelectField
        label={t('letters')}
        options={file.choices.map((value) => ({ value, label: t(fileEncodings[value]) }))}
        value={encoding}
        onChange={onChange}
        className="sm:max-w-80"
      />
      <section
        aria-label={t('first-lines-of-the-file')}
        aria-live="polite"
        className="overflow-hidden rounded-control border border-line bg-sunken px-4 py-2.5 text-sm"
      >
        {firstLines(file.text).map(({ line, text }) => (
          <p key={line} className="truncate py-0.5">
            {text}
          </p>
        ))}
      </section>
    </div>
  );
}

/** The first lines, with those that distinguish the encodings on top. */
function firstLines(text: string): { line: number; text: string }[] {
  const lines = text
    .slice(0, 200_000)
    .split(/\r\n?|\n/)
    .map((content, at) => ({ line: at + 1, text: content }))
    .filter(({ text: content }) => content.trim() !== '');
  const telling = lines.filter(({ text: content }) => /[^\0-\x7f]/.test(content));
  const chosen = new Set([...lines.slice(0, 1), ...telling.slice(0, 5), ...lines.slice(1, 6)]);
  return [...chosen].slice(0, 6).sort((one, other) => one.line - other.line);
}

type ColumnChoiceProps = {
  columns: readonly NamedColumn[];
  fields: Readonly<Record<string, string>>;
  error: string;
  onChange: (columns: readonly NamedColumn[]) => void;
};

export function ColumnChoice({ columns, fields, error, onChange }: ColumnChoiceProps) {
  const options = [
    { value: '', label: t('leave-out') },
    ...Object.entries(fields).map(([value, label]) => ({ value, label })),
  ];
  return (
    <div className="flex flex-col gap-4">
      <ErrorNotice cause={error || null} />
      <p className="text-sm text-muted">{t('which-column')}</p>
      <ul className="flex flex-col gap-3">
        {columns.map(({ heading, field }, at) => (
          <li key={heading || `column ${at}`}>
            <SelectField
              label={heading || t('column-without-heading', { number: at + 1 })}
              options={options}
              value={field ?? ''}
              onChange={(value) =>
                onChange(
                  columns.map((column, place) =>
                    place === at ? { ...column, field: value || null } : column,
                  ),
                )
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
