import { useQuery } from '@tanstack/react-query';
import { PickField } from '../../ui/pick-field.tsx';
import { keyNumbersQuery } from './audit.queries.ts';
import type { AuditFilter } from './audit-filter.ts';

type KeyFilterProps = { value: AuditFilter['key']; onChange: (key: AuditFilter['key']) => void };

/** The key that events are about. */
export const KeyFilter = ({ value, onChange }: KeyFilterProps) => {
  const keys = useQuery(keyNumbersQuery).data ?? [];
  return (
    <PickField
      label="Key"
      placeholder="Any key"
      picks={keys.map(({ _id, keyNumber, keyName }) => ({
        id: _id,
        label: keyNumber,
        note: keyName,
      }))}
      value={value && { id: value.id, label: value.keyNumber }}
      onChange={(pick) => onChange(pick && { id: pick.id, keyNumber: pick.label })}
    />
  );
};
