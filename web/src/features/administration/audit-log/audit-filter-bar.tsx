import { dateText, namesText } from '@keydesk/shared/core/formats';
import { t } from '@keydesk/shared/texts/en/audit';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedValue } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { ComboboxField } from '../../../ui/combobox-field.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/fields.tsx';
import { FoldedFilters } from '../../../ui/filters.tsx';
import {
  type AuditFilter,
  emptyAuditFilter,
  isFiltered,
  keyNumbersQuery,
  peopleQuery,
} from './audit-query.ts';
import { actionLabel } from './event-text.ts';

type AuditFilterBarProps = {
  filter: AuditFilter;
  actions: readonly string[];
  onChange: (filter: AuditFilter) => void;
  signInsHidden: boolean;
  onHideSignIns: (hidden: boolean) => void;
};

export function AuditFilterBar(props: AuditFilterBarProps) {
  const { filter, actions, onChange, signInsHidden, onHideSignIns } = props;
  const change = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  return (
    <FoldedFilters
      label={t('audit-filters')}
      chosen={chosenText(filter)}
      className="grid two-columns items-end gap-3 md:grid-cols-3 xl:grid-cols-5"
    >
      <PersonFilterField value={filter.person} onChange={(person) => change({ person })} />
      <KeyFilterField value={filter.key} onChange={(key) => change({ key })} />
      <SelectField
        label={t('action')}
        value={filter.action}
        options={[
          { value: '', label: t('any-action') },
          ...actions.map((action) => ({ value: action, label: actionLabel(action) })),
        ]}
        onChange={(action) => change({ action })}
        className="max-md:col-span-full"
      />
      <TextField
        label={fieldText('from')}
        type="date"
        value={filter.fromDay}
        max={filter.toDay || undefined}
        onChange={(event) => change({ fromDay: event.target.value })}
      />
      <TextField
        label={fieldText('to')}
        type="date"
        value={filter.toDay}
        min={filter.fromDay || undefined}
        onChange={(event) => change({ toDay: event.target.value })}
      />
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4">
        <CheckField label={t('hide-sign-ins')} checked={signInsHidden} onChange={onHideSignIns} />
        {isFiltered(filter) && (
          <Button variant="quiet" onClick={() => onChange(emptyAuditFilter)} className="-me-4">
            {t('clear-filters')}
          </Button>
        )}
      </div>
    </FoldedFilters>
  );
}

/** 'Asha Rao, CSE-101 and 27 Nov 2026' */
function chosenText({ person, key, action, fromDay, toDay }: AuditFilter): string {
  const chosen = [
    person?.name ?? '',
    key?.keyNumber ?? '',
    action && actionLabel(action),
    ...[fromDay, toDay].map((day) => day && dateText(day, 'date', 'UTC')),
  ];
  return namesText(chosen.filter(Boolean)) || t('all-events');
}

function PersonFilterField({ value, onChange }: PersonFilterFieldProps) {
  const [term, setTerm] = useState('');
  const search = useDebouncedValue(term.trim());
  const people = useQuery(peopleQuery(search)).data ?? [];
  return (
    <ComboboxField
      label={fieldText('person')}
      placeholder={t('anyone')}
      filtered
      onSearch={setTerm}
      picks={people.map(({ id, name, email }) => ({ id, label: name, note: email }))}
      value={value && { id: value.id, label: value.name }}
      onChange={(pick) => onChange(pick && { id: pick.id, name: pick.label })}
    />
  );
}

function KeyFilterField({ value, onChange }: KeyFilterFieldProps) {
  const keys = useQuery(keyNumbersQuery).data ?? [];
  return (
    <ComboboxField
      label={fieldText('key')}
      placeholder={t('any-key')}
      picks={keys.map(({ _id, keyNumber, keyName }) => ({
        id: _id,
        label: keyNumber,
        note: keyName,
      }))}
      value={value && { id: value.id, label: value.keyNumber }}
      onChange={(pick) => onChange(pick && { id: pick.id, keyNumber: pick.label })}
    />
  );
}

type PersonFilterFieldProps = {
  value: AuditFilter['person'];
  onChange: (person: AuditFilter['person']) => void;
};

type KeyFilterFieldProps = {
  value: AuditFilter['key'];
  onChange: (key: AuditFilter['key']) => void;
};
