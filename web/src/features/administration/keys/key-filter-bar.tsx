import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { SelectField } from '../../../ui/fields.tsx';
import { FilterBar } from '../../../ui/filters.tsx';
import { useDepartmentFilterOptions } from './key-labels.ts';
import { type KeyListView, parseKeyListView } from './key-list-view.ts';

type KeyFilterBarProps = {
  value: KeyListView;
  onSearch: (search: string) => void;
  onChange: (change: Partial<KeyListView>) => void;
};

/** Phones have the sort order, too; the table has it in its headings. */
export function KeyFilterBar({ value, onSearch, onChange }: KeyFilterBarProps) {
  const departments = useDepartmentFilterOptions();
  return (
    <FilterBar value={value.search} onChange={onSearch} placeholder={keyText('search')}>
      <SelectField
        label={fieldText('department')}
        hideLabel
        options={[{ value: '', label: t('all-departments') }, ...departments]}
        value={value.department}
        onChange={(department) => onChange({ department })}
      />
      <SelectField
        label={fieldText('status')}
        hideLabel
        options={statusOptions()}
        value={value.out || value.status}
        onChange={(chosen) => {
          const { status, out } = parseKeyListView({ status: chosen, out: chosen });
          onChange({ status, out });
        }}
      />
      <SelectField
        label={t('sort-by')}
        hideLabel
        className="md:hidden"
        options={sortOptions()}
        value={`${value.sort.descending ? '-' : ''}${value.sort.by}`}
        onChange={(sort) => onChange({ sort: parseKeyListView({ sort }).sort, rows: value.rows })}
      />
    </FilterBar>
  );
}

function statusOptions() {
  return [
    { value: '', label: t('all-statuses') },
    { value: 'available', label: t('available') },
    { value: 'unavailable', label: t('in-use') },
    { value: 'reported', label: t('reported') },
    { value: 'overdue', label: keyText('overdue-keys') },
    { value: '1d', label: t('out-1-days') },
    { value: '3d', label: t('out-3-days') },
    { value: '7d', label: t('out-7-days') },
    { value: '30d', label: t('out-30-days') },
  ];
}

function sortOptions() {
  return [
    { value: 'number', label: t('by-number') },
    { value: '-number', label: t('by-number-last-first') },
    { value: 'name', label: t('by-name') },
    { value: '-name', label: t('by-name-last-first') },
    { value: 'department', label: t('by-department') },
    { value: '-department', label: t('by-department-last-first') },
    { value: 'status', label: t('available-first') },
    { value: '-status', label: t('longest-out-first') },
  ];
}
