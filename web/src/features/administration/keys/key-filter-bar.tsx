import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { FiltersButton, SearchField } from '../../../ui/filters.tsx';
import { useDepartmentFilterOptions } from './key-labels.ts';
import { type KeyListView, parseKeyListView } from './key-list-view.ts';

type KeyFilterBarProps = {
  value: KeyListView;
  onSearch: (search: string) => void;
  onLeft: () => void;
  onChange: (change: Partial<KeyListView>) => void;
  /** Whether phones show more than the search. */
  open: boolean;
  onOpen: (open: boolean) => void;
};

/** On narrow screens it has the sort order, too; the table has it in its headings. */
export function KeyFilterBar(props: KeyFilterBarProps) {
  const { value, onSearch, onLeft, onChange, open, onOpen } = props;
  const departments = useDepartmentFilterOptions();
  return (
    <search onBlur={onLeft} className="@container mb-4 block">
      <div
        className={classNames(
          'grid two-columns gap-2 sm:gap-3 @2xl:grid-cols-4 @5xl:grid-cols-5',
          !open && '*:not-first:hidden @2xl:*:not-first:block',
        )}
      >
        <div className="col-span-full flex gap-2 @5xl:col-span-2">
          <SearchField
            value={value.search}
            onChange={onSearch}
            placeholder={keyText('search')}
            className="flex-1"
          />
          <FiltersButton open={open} onOpen={onOpen} className="@2xl:hidden" />
        </div>
        <SelectField
          label={fieldText('department')}
          hideLabel
          className="[&_select]:min-h-12"
          options={[{ value: '', label: t('all-departments') }, ...departments]}
          value={value.department}
          onChange={(department) => onChange({ department })}
        />
        <SelectField
          label={fieldText('status')}
          hideLabel
          className="[&_select]:min-h-12"
          options={statusOptions()}
          value={value.status}
          onChange={(status) => onChange({ status: parseKeyListView({ status }).status })}
        />
        <SelectField
          label={t('out-since')}
          hideLabel
          className="[&_select]:min-h-12"
          options={outOptions()}
          value={value.out}
          onChange={(out) => onChange({ out: parseKeyListView({ out }).out })}
        />
        <SelectField
          label={t('sort-by')}
          hideLabel
          className="@5xl:hidden! [&_select]:min-h-12"
          options={sortOptions()}
          value={`${value.sort.descending ? '-' : ''}${value.sort.by}`}
          onChange={(sort) => onChange({ sort: parseKeyListView({ sort }).sort, rows: value.rows })}
        />
      </div>
    </search>
  );
}

function statusOptions() {
  return [
    { value: '', label: t('all-statuses') },
    { value: 'available', label: t('available') },
    { value: 'unavailable', label: t('in-use') },
    { value: 'reported', label: t('reported') },
    { value: 'overdue', label: keyText('overdue') },
  ];
}

function outOptions() {
  return [
    // Short enough for half the width of a phone.
    { value: '', label: t('any-time-out') },
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
    { value: 'category', label: t('by-category') },
    { value: '-category', label: t('by-category-last-first') },
    { value: 'block', label: t('by-block') },
    { value: '-block', label: t('by-block-last-first') },
    { value: 'status', label: t('available-first') },
    { value: '-status', label: t('longest-out-first') },
  ];
}
