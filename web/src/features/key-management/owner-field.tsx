import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/hooks.ts';
import { ComboboxField, type ComboboxOption } from '../../ui/combobox-field.tsx';

type OwnerFieldProps = {
  ownerId: string | null;
  onChange: (ownerId: string | null) => void;
  className: string | undefined;
};

/** Who decides about requests for a key, found by name, address or ID. */
export function OwnerField({ ownerId, onChange, className }: OwnerFieldProps) {
  const [picked, setPicked] = useState<ComboboxOption | null>(null);
  const [term, setTerm] = useState('');
  const search = useDebouncedValue(term.trim());
  const people = useQuery({
    queryKey: ['owners', search],
    queryFn: async ({ signal }) =>
      (await call(api.searchPeople, { query: { search }, signal })).data.people,
    enabled: search !== '',
    staleTime: 30_000,
  });
  const known = useQuery({
    queryKey: ['owners', 'one', ownerId],
    queryFn: async ({ signal }) =>
      (await call(api.userDetails, { params: { id: ownerId ?? '' }, signal })).data.user.name,
    enabled: ownerId !== null && picked?.id !== ownerId,
    staleTime: 30_000,
  });
  const stored = ownerId === null ? null : { id: ownerId, label: known.data ?? '…' };
  return (
    <ComboboxField
      label="Owner (optional)"
      placeholder="Head of department, or admins"
      filtered
      onSearch={setTerm}
      picks={(people.data ?? []).map(({ id, name, email }) => ({ id, label: name, note: email }))}
      value={picked?.id === ownerId ? picked : stored}
      onChange={(pick) => {
        setPicked(pick);
        onChange(pick?.id ?? null);
      }}
      {...(className && { className })}
    />
  );
}
