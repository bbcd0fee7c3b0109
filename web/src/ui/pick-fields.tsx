import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCampus } from '../lib/campus.ts';
import { useDebouncedValue } from '../lib/hooks.ts';
import { keyNumbersQuery, peopleQuery } from '../lib/pick-queries.ts';
import { ComboboxField, type ComboboxOption } from './combobox-field.tsx';

/** What the fields for an entry, a key or a person have in common. */
export type PickFieldProps = {
  value: ComboboxOption | null;
  onChange: (pick: ComboboxOption | null) => void;
  error?: string | null | undefined;
};

type EntryFieldProps = PickFieldProps & {
  list: 'categories' | 'departments' | 'blocks';
  label: string;
};

/** An entry of a list of the campus that is still offered. */
export function EntryField({ list, label, ...field }: EntryFieldProps) {
  const entries = useCampus()?.[list] ?? [];
  const picks = entries
    .filter(({ retired }) => !retired)
    .map((entry) => ({ id: entry.code, label: entry.label }));
  return <ComboboxField label={label} placeholder="Please choose" picks={picks} {...field} />;
}

/** A key, found by its number or name. */
export function KeyField(field: PickFieldProps) {
  const keys = useQuery(keyNumbersQuery).data ?? [];
  const picks = keys.map(({ _id, keyNumber, keyName }) => ({
    id: _id,
    label: keyNumber,
    note: keyName,
  }));
  return <ComboboxField label="Key" placeholder="Please choose" picks={picks} {...field} />;
}

/** A person, found by name, address or ID. */
export function PersonField(field: PickFieldProps) {
  const [term, setTerm] = useState('');
  const people = useQuery(peopleQuery(useDebouncedValue(term.trim()))).data ?? [];
  return (
    <ComboboxField
      label="Person"
      placeholder="Please choose"
      filtered
      onSearch={setTerm}
      picks={people.map(({ id, name, email }) => ({ id, label: name, note: email }))}
      {...field}
    />
  );
}
