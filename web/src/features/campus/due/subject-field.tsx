import type { DueScope } from '@keydesk/shared/due/due-rule';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCampus } from '../../../lib/campus.ts';
import { useDebouncedValue } from '../../../lib/hooks.ts';
import { ComboboxField, type ComboboxOption } from '../../../ui/combobox-field.tsx';
import { peopleQuery } from '../queries.ts';
import { keyNumbersQuery } from './queries.ts';

type FieldProps = {
  value: ComboboxOption | null;
  onChange: (subject: ComboboxOption | null) => void;
};

type SubjectFieldProps = FieldProps & { scope: DueScope; error: string | undefined };

/** What a rule is for; nothing to choose where that is the campus. */
export function SubjectField({ scope, error, ...field }: SubjectFieldProps) {
  if (scope === 'campus') return null;
  return (
    <div>
      {scope === 'key' && <KeyField {...field} />}
      {scope === 'person' && <PersonField {...field} />}
      {scope === 'category' && <EntryField list="categories" label="Category" {...field} />}
      {scope === 'department' && <EntryField list="departments" label="Department" {...field} />}
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

type EntryFieldProps = FieldProps & { list: 'categories' | 'departments'; label: string };

function EntryField({ list, label, ...field }: EntryFieldProps) {
  const entries = useCampus()?.[list] ?? [];
  const picks = entries
    .filter(({ retired }) => !retired)
    .map((entry) => ({ id: entry.code, label: entry.label }));
  return <ComboboxField label={label} placeholder="Please choose" picks={picks} {...field} />;
}

/** A key, found by its number or name. */
export function KeyField(field: FieldProps) {
  const keys = useQuery(keyNumbersQuery).data ?? [];
  const picks = keys.map(({ _id, keyNumber, keyName }) => ({
    id: _id,
    label: keyNumber,
    note: keyName,
  }));
  return <ComboboxField label="Key" placeholder="Please choose" picks={picks} {...field} />;
}

/** A person, found by name, address or ID. */
export function PersonField(field: FieldProps) {
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
