import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettled } from '../../lib/use-settled.ts';
import { PickField } from '../../ui/pick-field.tsx';
import { peopleQuery } from './audit.queries.ts';
import type { AuditFilter } from './audit-filter.ts';

type PersonFilterProps = {
  value: AuditFilter['person'];
  onChange: (person: AuditFilter['person']) => void;
};

/** The person that events are about, or were done by. */
export const PersonFilter = ({ value, onChange }: PersonFilterProps) => {
  const [term, setTerm] = useState('');
  const search = useSettled(term.trim());
  const people = useQuery(peopleQuery(search)).data ?? [];
  return (
    <PickField
      label="Person"
      placeholder="Anyone"
      filtered
      onSearch={setTerm}
      picks={people.map(({ id, name, email }) => ({ id, label: name, note: email }))}
      value={value && { id: value.id, label: value.name }}
      onChange={(pick) => onChange(pick && { id: pick.id, name: pick.label })}
    />
  );
};
