import { t } from '@keydesk/shared/texts/en/forms';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../lib/api.ts';
import { useCampus } from '../lib/campus.ts';
import { useDebouncedValue } from '../lib/hooks.ts';
import { ComboboxField, type ComboboxOption } from './combobox-field.tsx';

export type PickFieldProps = {
  value: ComboboxOption | null;
  onChange: (pick: ComboboxOption | null) => void;
  error?: string | null | undefined;
};

type EntryFieldProps = PickFieldProps & {
  list: 'categories' | 'departments' | 'blocks';
  label: string;
};

type PickKind = 'key' | 'person' | 'category' | 'department' | 'block';

/** A field for a record of the given kind; `departmentLabel` renames a department. */
export function PickField({
  of,
  departmentLabel = t('department'),
  ...field
}: PickFieldProps & { of: PickKind; departmentLabel?: string }) {
  if (of === 'key') return <KeyField {...field} />;
  if (of === 'person') return <PersonField {...field} />;
  if (of === 'category') return <EntryField list="categories" label={t('category')} {...field} />;
  if (of === 'block') return <EntryField list="blocks" label={t('block')} {...field} />;
  return <EntryField list="departments" label={departmentLabel} {...field} />;
}

function EntryField({ list, label, ...field }: EntryFieldProps) {
  const entries = useCampus()?.[list] ?? [];
  const picks = entries
    .filter(({ retired }) => !retired)
    .map((entry) => ({ id: entry.code, label: entry.label }));
  return <ComboboxField label={label} placeholder={t('please-choose')} picks={picks} {...field} />;
}

export function KeyField(field: PickFieldProps) {
  const keys = useQuery(keyNumbersQuery).data ?? [];
  const picks = keys.map(({ _id, keyNumber, keyName }) => ({
    id: _id,
    label: keyNumber,
    note: keyName,
  }));
  return (
    <ComboboxField label={t('key')} placeholder={t('please-choose')} picks={picks} {...field} />
  );
}

type PersonFieldProps = PickFieldProps & { label?: string; placeholder?: string };

export function PersonField({
  label = t('person'),
  placeholder = t('please-choose'),
  ...field
}: PersonFieldProps) {
  const [term, setTerm] = useState('');
  const people = useQuery(peopleQuery(useDebouncedValue(term.trim()))).data ?? [];
  return (
    <ComboboxField
      label={label}
      placeholder={placeholder}
      filtered
      onSearch={setTerm}
      picks={people.map(({ id, name: label, email, phone }) => ({
        id,
        label,
        note: email || (phone ?? ''),
      }))}
      {...field}
    />
  );
}

const keyNumbersQuery = queryOptions({
  queryKey: ['campus-keys'],
  queryFn: async ({ signal }) => (await call(api.listKeys, { signal })).data.keys,
  staleTime: 60_000,
});

function peopleQuery(search: string) {
  return queryOptions({
    queryKey: ['campus-people', search],
    queryFn: async ({ signal }) =>
      (await call(api.listUsers, { query: { search, limit: 20 }, signal })).data.users,
    placeholderData: keepPreviousData,
  });
}
