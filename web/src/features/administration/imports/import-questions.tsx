import {
  type EntryField,
  keyColumns,
  type NamedEntry,
  newPeopleRoles,
  type UnknownEntry,
} from '@keydesk/shared/administration/imports';
import { campusLists, codeFromName, codePattern } from '@keydesk/shared/campus/campus';
import { maxLabelLength } from '@keydesk/shared/campus/routes';
import { listText, namesText } from '@keydesk/shared/core/formats';
import { keyFields } from '@keydesk/shared/keys/key-fields';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t as formText } from '@keydesk/shared/texts/en/forms';
import { t } from '@keydesk/shared/texts/en/imports';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { School } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useKeyOptions } from '../keys/key-labels.ts';
import type { CheckedImport, MappingOptions } from './use-import.ts';

type ImportQuestionsProps = {
  checked: CheckedImport;
  onSay: (more: Partial<MappingOptions>) => void;
};

/** What a file leaves open. */
export function ImportQuestions({ checked, onSay }: ImportQuestionsProps) {
  const { unknown = [], creates, lacks = [], emptyCells } = checked.result;
  const create = (entries: readonly NamedEntry[]) =>
    onSay({ create: [...checked.said.create, ...entries] });
  return (
    <>
      <NewRole checked={checked} onSay={onSay} />
      <EntriesAbove checked={checked} onSay={onSay} />
      <UnknownEntries entries={unknown} onCreate={create} />
      {creates && <p className="text-sm">{t('also-creates', { names: namesOf(creates) })}</p>}
      {emptyCells && (
        <CheckField
          label={t('empty-clears', { count: emptyCells })}
          checked={checked.said.emptyClears ?? false}
          onChange={(emptyClears) => onSay({ emptyClears })}
          className="text-sm"
        />
      )}
      {lacks.length > 0 && <NewKeys fields={lacks} checked={checked} onSay={onSay} />}
    </>
  );
}

/** Lists that state an entry once for the rows below it. */
function EntriesAbove({ checked: { result, said }, onSay }: ImportQuestionsProps) {
  const { above: chosen = [] } = said;
  return result.above?.map(({ field, values }) => (
    <CheckField
      key={field}
      label={t('use-above', {
        column: headingText(keyColumns[field]),
        values: namesText(values),
      })}
      checked={chosen.includes(field)}
      onChange={(on) =>
        onSay({ above: on ? [...chosen, field] : chosen.filter((one) => one !== field) })
      }
      className="text-sm"
    />
  ));
}

type NewKeysProps = ImportQuestionsProps & { fields: readonly EntryField[] };

/** Asked once for all new keys; sent once all is chosen. An empty list gets its first entry. */
function NewKeys({ fields, checked: { said }, onSay }: NewKeysProps) {
  const [chosen, setChosen] = useState(said.newKeys ?? {});
  const [labels, setLabels] = useState<Partial<Record<EntryField, string>>>({});
  const options = useKeyOptions();
  const optionsOf = (field: EntryField) => [
    ...(options[field] ?? []),
    ...said.create.flatMap(({ list, code, label = code }) =>
      list === keyFields[field].list ? [{ value: code, label }] : [],
    ),
  ];
  const empty = fields.filter((field) => optionsOf(field).length === 0);
  const firsts = empty.flatMap((field) => {
    const label = labels[field]?.trim() ?? '';
    const code = codeFromName(label);
    if (code === null) return [];
    const { list } = keyFields[field];
    return [{ field, entry: { list, code, ...(label !== code && { label }) } }];
  });
  const choose = (field: EntryField, code: string) => {
    const newKeys = { ...chosen, [field]: code };
    setChosen(newKeys);
    if (fields.every((each) => newKeys[each])) onSay({ newKeys });
  };
  const addFirsts = () =>
    onSay({
      create: [...said.create, ...firsts.map(({ entry }) => entry)],
      newKeys: {
        ...chosen,
        ...Object.fromEntries(firsts.map(({ field, entry }) => [field, entry.code])),
      },
    });
  return (
    <fieldset>
      <legend className="mb-2 text-sm">{t('new-keys-lack')}</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {fields.map((field) =>
          empty.includes(field) ? (
            <TextField
              key={field}
              label={headingText(keyColumns[field])}
              value={labels[field] ?? ''}
              maxLength={maxLabelLength}
              onChange={({ target }) => setLabels({ ...labels, [field]: target.value })}
            />
          ) : (
            <SelectField
              key={field}
              label={headingText(keyColumns[field])}
              options={[
                { value: '', label: formText('please-choose'), disabled: true },
                ...optionsOf(field),
              ]}
              value={chosen[field] ?? ''}
              onChange={(code) => choose(field, code)}
            />
          ),
        )}
      </div>
      {empty.length > 0 && (
        <ActionButton
          variant="secondary"
          size="small"
          disabled={firsts.length < empty.length}
          onClick={addFirsts}
          className="mt-2"
        >
          {actionText('continue')}
        </ActionButton>
      )}
    </fieldset>
  );
}

function NewRole({ checked: { result, said }, onSay }: ImportQuestionsProps) {
  const { withoutRole = 0 } = result;
  if (withoutRole === 0) return null;
  return (
    <SelectField
      label={t('new-without-role', { count: withoutRole })}
      options={newPeopleRoles.map((value) => ({ value, label: roleText(value) }))}
      value={said.newRole}
      onChange={(newRole) => onSay({ newRole })}
      className="sm:max-w-80"
    />
  );
}

type UnknownEntriesProps = {
  entries: readonly UnknownEntry[];
  onCreate: (entries: readonly NamedEntry[]) => void;
};

/** Entries that the campus does not have, with the offer to create them in this import. */
function UnknownEntries({ entries, onCreate }: UnknownEntriesProps) {
  const [codes, setCodes] = useState<Readonly<Record<number, string>>>({});
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set());
  if (entries.length === 0) return null;
  const isTwin = (at: number) => entries[at]?.like !== undefined && !others.has(at);
  const chosen = entries.map(({ like, ...entry }, at): NamedEntry => {
    if (like && isTwin(at)) {
      const twin = entries.findIndex((one) => one.list === entry.list && isNew(one, like.code));
      return { ...entry, code: codes[twin] ?? like.code, label: entry.label ?? entry.code };
    }
    const code = (codes[at] ?? entry.code).trim();
    return { ...entry, code, ...(code !== entry.code && { label: entry.label ?? entry.code }) };
  });
  // Of entries with one code the first gives its label.
  const added = chosen.filter((_, at) => !isTwin(at));
  const inOrder = [...added, ...chosen.filter((_, at) => isTwin(at))];
  const isWrong = ({ code }: NamedEntry) => !codePattern.test(code.normalize('NFC'));
  return (
    <Notice tone="info" icon={<School aria-hidden />}>
      <p>{t('not-on-campus', { names: namesOf(entries) })}</p>
      {entries.map(
        ({ list, code, label = code, like }, at) =>
          like && (
            <CheckField
              key={`${list} ${code}`}
              label={t('did-you-mean', { name: label, label: like.label })}
              checked={!others.has(at)}
              onChange={(same) =>
                setOthers(new Set(same ? [...others].filter((one) => one !== at) : [...others, at]))
              }
              className="text-sm"
            />
          ),
      )}
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer content-center">{t('change-codes')}</summary>
        <ul className="grid gap-3 py-2 text-ink sm:grid-cols-2">
          {entries.map((entry, at) => (
            <li key={`${entry.list} ${entry.label ?? entry.code}`} hidden={isTwin(at)}>
              <TextField
                label={t('code-of', { list: entry.list, name: entry.label ?? entry.code })}
                value={codes[at] ?? entry.code}
                maxLength={20}
                error={
                  isWrong({ ...entry, code: (codes[at] ?? entry.code).trim() })
                    ? inputText('code-form')
                    : null
                }
                onChange={({ target }) => setCodes({ ...codes, [at]: target.value })}
              />
            </li>
          ))}
        </ul>
      </details>
      <ActionButton
        variant="secondary"
        size="small"
        disabled={chosen.some(isWrong)}
        onClick={() => onCreate(inOrder)}
        className="mt-2"
      >
        {added.length > 0 ? t('create', { count: added.length }) : actionText('continue')}
      </ActionButton>
    </Notice>
  );
}

function isNew({ code, like }: UnknownEntry, wanted: string): boolean {
  return !like && code === wanted;
}

/** Grouped by list: 'the departments HIST, LAW and the block Z'. */
function namesOf(entries: readonly NamedEntry[]): string {
  const groups = campusLists.flatMap((list) => {
    const names = entries.flatMap(({ list: of, code, label }) =>
      of === list ? [label ? `${label} (${code})` : code] : [],
    );
    if (names.length === 0) return [];
    return [t('named-entries', { list, count: names.length, names: namesText(names) })];
  });
  return listText(groups);
}
