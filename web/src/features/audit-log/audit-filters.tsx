import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type AuditFilter, anyEvent, isFiltered } from './audit-filter.ts';
import { actionText } from './event-text.ts';
import { KeyFilter } from './key-filter.tsx';
import { PersonFilter } from './person-filter.tsx';

type AuditFiltersProps = {
  filter: AuditFilter;
  /** Every kind of event that there can be. */
  actions: readonly string[];
  onChange: (filter: AuditFilter) => void;
};

/** Narrows the audit log by person, key, action and time. */
export const AuditFilters = ({ filter, actions, onChange }: AuditFiltersProps) => {
  const change = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  return (
    <search
      aria-label="Audit filters"
      className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-5"
    >
      <PersonFilter value={filter.person} onChange={(person) => change({ person })} />
      <KeyFilter value={filter.key} onChange={(key) => change({ key })} />
      <SelectField
        label="Action"
        value={filter.action}
        options={[
          { value: '', label: 'Any action' },
          ...actions.map((action) => ({ value: action, label: actionText(action) })),
        ]}
        onChange={(action) => change({ action })}
        className="max-md:col-span-2"
      />
      <TextField
        label="From"
        type="date"
        value={filter.fromDay}
        max={filter.toDay || undefined}
        onChange={(event) => change({ fromDay: event.target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={filter.toDay}
        min={filter.fromDay || undefined}
        onChange={(event) => change({ toDay: event.target.value })}
      />
      {isFiltered(filter) && (
        <Button
          variant="quiet"
          onClick={() => onChange(anyEvent)}
          className="col-span-full -ml-4 justify-self-start"
        >
          Clear filters
        </Button>
      )}
    </search>
  );
};
