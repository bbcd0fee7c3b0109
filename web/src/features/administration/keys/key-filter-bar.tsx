import { SelectField } from '../../../ui/fields.tsx';
import { SearchField } from '../../../ui/filters.tsx';
import { useDepartmentFilterOptions } from './key-labels.ts';
import { type KeyListView, parseKeyListView } from './key-list-view.ts';

type KeyFilterBarProps = {
  value: KeyListView;
  onSearch: (search: string) => void;
  /** Something in the bar has lost the focus. */
  onLeft: () => void;
  onChange: (change: Partial<KeyListView>) => void;
};

/** Search field, filters, and on narrow screens the order, for which the table has headings. */
export function KeyFilterBar(props: KeyFilterBarProps) {
  const { value, onSearch, onLeft, onChange } = props;
  const departments = useDepartmentFilterOptions();
  return (
    <search onBlur={onLeft} className="@container mb-4 block">
      <div className="grid two-columns gap-2 sm:gap-3 @2xl:grid-cols-4 @5xl:grid-cols-5">
        <SearchField
          value={value.search}
          onChange={onSearch}
          placeholder="Search keys..."
          className="col-span-full @5xl:col-span-2"
        />
        <SelectField
          label="Department"
          hideLabel
          className="[&_select]:min-h-12"
          options={[allDepartments, ...departments]}
          value={value.department}
          onChange={(department) => onChange({ department })}
        />
        <SelectField
          label="Status"
          hideLabel
          className="[&_select]:min-h-12"
          options={statusOptions}
          value={value.status}
          onChange={(status) => onChange({ status: parseKeyListView({ status }).status })}
        />
        <SelectField
          label="Out since"
          hideLabel
          className="[&_select]:min-h-12"
          options={outOptions}
          value={value.out}
          onChange={(out) => onChange({ out: parseKeyListView({ out }).out })}
        />
        <SelectField
          label="Sort by"
          hideLabel
          className="@5xl:hidden [&_select]:min-h-12"
          options={sortOptions}
          value={`${value.sort.descending ? '-' : ''}${value.sort.by}`}
          onChange={(sort) => onChange({ sort: parseKeyListView({ sort }).sort, rows: value.rows })}
        />
      </div>
    </search>
  );
}

const allDepartments = { value: '', label: 'All departments' };

const statusOptions = [
  { value: '', label: 'All statuses' },
  { value: 'available', label: 'Available' },
  { value: 'unavailable', label: 'In Use' },
  { value: 'reported', label: 'Reported' },
  { value: 'overdue', label: 'Overdue' },
];

const outOptions = [
  // Short enough for half the width of a phone.
  { value: '', label: 'Any time out' },
  { value: '1d', label: 'Out 1+ days' },
  { value: '3d', label: 'Out 3+ days' },
  { value: '7d', label: 'Out 7+ days' },
  { value: '30d', label: 'Out 30+ days' },
];

const sortOptions = [
  { value: 'number', label: 'By number' },
  { value: '-number', label: 'By number, last first' },
  { value: 'name', label: 'By name' },
  { value: '-name', label: 'By name, last first' },
  { value: 'department', label: 'By department' },
  { value: '-department', label: 'By department, last first' },
  { value: 'category', label: 'By category' },
  { value: '-category', label: 'By category, last first' },
  { value: 'block', label: 'By block' },
  { value: '-block', label: 'By block, last first' },
  { value: 'status', label: 'Available first' },
  { value: '-status', label: 'Longest out first' },
];
