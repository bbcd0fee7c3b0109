import { t } from '@keydesk/shared/texts/en/forms';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../lib/api.ts';
import { useCampus, useEntryLabel } from '../lib/campus.ts';
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

type KeyFieldProps = PickFieldProps & {
  placeholder?: string;
  /** The keys to choose from; by default all. */
  picks?: readonly ComboboxOption[] | undefined;
};

export function KeyField({ placeholder = t('please-choose'), picks, ...field }: KeyFieldProps) {
  const all = useQuery({ ...keyPicksQuery, enabled: !picks }).data ?? [];
  return (
    <ComboboxField label={t('key')} placeholder={placeholder} picks={picks ?? all} {...field} />
  );
}

export const keyPicksQuery = queryOptions({
  queryKey: ['key-picks'],
  queryFn: async ({ signal }) =>
    (await call(api.listKeys, { signal })).data.keys.map(
      ({ _id: id, keyNumber: label, keyName: note }) => ({ id, label, note }),
    ),
  staleTime: 60_000,
});

type PersonFieldProps = PickFieldProps & {
  label?: string;
  placeholder?: string;
  among?: keyof typeof personSearches;
  className?: string;
};

export function PersonField({
  label = t('person'),
  placeholder = t('please-choose'),
  among = 'accounts',
  ...field
}: PersonFieldProps) {
  const [term, setTerm] = useState('');
  const found = useQuery(personPicksQuery(among, useDebouncedValue(term.trim()))).data ?? [];
  const departmentLabel = useEntryLabel('departments');
  const picks = found.map(({ department, ...pick }) =>
    department ? { ...pick, note: departmentLabel(department) } : pick,
  );
  return (
    <ComboboxField
      label={label}
      placeholder={placeholder}
      filtered
      onSearch={setTerm}
      picks={picks}
      {...field}
    />
  );
}

function personPicksQuery(among: keyof typeof personSearches, search: string) {
  return queryOptions({
    queryKey: ['person-picks', among, search],
    queryFn: ({ signal }): Promise<PersonPick[]> => personSearches[among](search, signal),
    // Only the accounts are also listed without a search.
    enabled: among === 'accounts' || search !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

type PersonPick = ComboboxOption & { department?: string | null };

const personSearches = {
  /** For admins, also of people who were only added for others. */
  accounts: async (search, signal) => {
    const { data } = await call(api.listUsers, { query: { search, limit: 20 }, signal });
    return data.users.map(({ id, name, email, phone }) => ({
      id,
      label: name,
      note: email || (phone ?? ''),
    }));
  },
  /** People to whom the reader may give access. */
  grantable: async (search, signal) => {
    const { data } = await call(api.peopleToGrant, { query: { search }, signal });
    return data.people.map(({ id, name, department }) => ({ id, label: name, department }));
  },
  /** Everyone but visitors. */
  members: async (search, signal) => {
    const { data } = await call(api.searchPeople, { query: { search }, signal });
    return data.people
      .filter(({ visitor }) => !visitor)
      .map(({ id, name, email }) => ({ id, label: name, note: email }));
  },
} satisfies Record<string, (search: string, signal: AbortSignal) => Promise<PersonPick[]>>;
