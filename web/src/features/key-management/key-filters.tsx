import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { KeyNarrowing } from './filter-keys.ts';
import { departmentOptions } from './key-words.ts';

type KeyFiltersProps = { value: KeyNarrowing; onChange: (value: KeyNarrowing) => void };

const departments = [{ value: '', label: 'All departments' }, ...departmentOptions];
const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'available', label: 'Available' },
  { value: 'unavailable', label: 'In Use' },
];

/** Search, department filter and status filter. */
export const KeyFilters = ({ value, onChange }: KeyFiltersProps) => (
  <div className="mb-4 grid grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] gap-2 sm:gap-3 md:grid-cols-[minmax(0,1fr)_13rem_11rem]">
    <SearchField
      value={value.search}
      onChange={(search) => onChange({ ...value, search })}
      placeholder="Search keys..."
      className="col-span-2 md:col-span-1"
    />
    <SelectField
      label="Department"
      hideLabel
      className="[&_select]:min-h-12"
      options={departments}
      value={value.department}
      onChange={(department) =>
        onChange({ ...value, department: department as KeyNarrowing['department'] })
      }
    />
    <SelectField
      label="Status"
      hideLabel
      className="[&_select]:min-h-12"
      options={statuses}
      value={value.status}
      onChange={(status) => onChange({ ...value, status: status as KeyNarrowing['status'] })}
    />
  </div>
);
