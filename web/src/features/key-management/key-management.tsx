import type { Key } from '@keydesk/shared/keys/key';
import { Plus } from 'lucide-react';
import {
  type ComponentProps,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { useHasOpened } from '../../lib/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { emptyKeyFilter, filterKeys, isFiltered, type KeyFilter } from './filter-keys.ts';
import type { KeyFormSubject } from './key-form-dialog.tsx';
import { departmentOptions } from './key-labels.ts';
import type { KeyActionHandlers } from './key-table.tsx';
import { KeyListSkeleton, ManagedKeyList } from './managed-key-list.tsx';
import { useToggleFrequent } from './mutations.ts';

type KeyManagementProps = Pick<
  ComponentProps<typeof FilteredKeys>,
  'keys' | 'error' | 'onRetry' | 'onChanged' | 'renderTools'
>;

/** Manage Keys: filter bar, list and dialogs. */
export function KeyManagement(props: KeyManagementProps) {
  const [filter, setFilter] = useState(emptyKeyFilter);
  const [form, setForm] = useState<KeyFormSubject | null>(null);
  const showAll = useCallback(() => setFilter(emptyKeyFilter), []);
  const addKey = useMemo(
    () => (
      <Button onClick={() => setForm({ item: null })}>
        <Plus aria-hidden className="size-5" />
        Add Key
      </Button>
    ),
    [],
  );
  return (
    <>
      <PageHeader title="Manage Keys" action={addKey} />
      <KeyFilterBar value={filter} onChange={setFilter} />
      <FilteredKeys
        {...props}
        filter={useDeferredValue(filter)}
        onShowAll={showAll}
        addKey={addKey}
        form={form}
        onForm={setForm}
      />
    </>
  );
}

/** Search field, department filter and status filter. */
function KeyFilterBar({ value, onChange }: KeyFilterBarProps) {
  return (
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
        options={departmentFilterOptions}
        value={value.department}
        onChange={(department) =>
          onChange({ ...value, department: department as KeyFilter['department'] })
        }
      />
      <SelectField
        label="Status"
        hideLabel
        className="[&_select]:min-h-12"
        options={statusFilterOptions}
        value={value.status}
        onChange={(status) => onChange({ ...value, status: status as KeyFilter['status'] })}
      />
    </div>
  );
}

const KeyFormDialog = lazyComponent(() =>
  import('./key-form-dialog.tsx').then((module) => module.KeyFormDialog),
);
const DeleteKeyDialog = lazyComponent(() =>
  import('./delete-key-dialog.tsx').then((module) => module.DeleteKeyDialog),
);

type FilteredKeysProps = {
  /** Every key; undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Why the keys could not be loaded. */
  error: string | null;
  onRetry: () => void;
  /** A key was added, changed or deleted. */
  onChanged: () => void;
  /** Further tools for the filtered keys. */
  renderTools: (keys: readonly Key[], filtered: boolean) => ReactNode;
  filter: KeyFilter;
  onShowAll: () => void;
  addKey: ReactNode;
  /** What the form is open for, if it is. */
  form: KeyFormSubject | null;
  onForm: (form: KeyFormSubject | null) => void;
};

/** The filtered keys and their dialogs. Memoized, so that typing does not wait for them. */
const FilteredKeys = memo((props: FilteredKeysProps) => {
  const { keys, error, onRetry, onChanged, renderTools } = props;
  const { filter, onShowAll, addKey, form, onForm } = props;
  const [keyToDelete, setKeyToDelete] = useState<Key | null>(null);
  const filteredKeys = useMemo(() => keys && filterKeys(keys, filter), [keys, filter]);
  const formOpened = useHasOpened(form !== null);
  const deleteOpened = useHasOpened(keyToDelete !== null);
  const { mutate: toggleFrequent } = useToggleFrequent(onChanged);
  const handlers = useMemo<KeyActionHandlers>(
    () => ({
      onEdit: (item) => onForm({ item }),
      onDelete: setKeyToDelete,
      onToggleFrequent: toggleFrequent,
    }),
    [onForm, toggleFrequent],
  );
  return (
    <>
      {filteredKeys && (
        <div className="mb-4 flex gap-2 *:flex-auto sm:*:flex-none">
          {renderTools(filteredKeys, isFiltered(filter))}
        </div>
      )}
      {!filteredKeys && error === null && <KeyListSkeleton />}
      {!filteredKeys && error !== null && (
        <div className="card">
          <ErrorState message={error} onRetry={onRetry} />
        </div>
      )}
      {filteredKeys && (
        <ManagedKeyList
          keys={filteredKeys}
          filter={filter}
          filtered={isFiltered(filter)}
          handlers={handlers}
          addKey={addKey}
          onShowAll={onShowAll}
        />
      )}
      {formOpened && (
        <KeyFormDialog subject={form} onClose={() => onForm(null)} onSaved={onChanged} />
      )}
      {deleteOpened && (
        <DeleteKeyDialog
          item={keyToDelete}
          onClose={() => setKeyToDelete(null)}
          onDeleted={onChanged}
        />
      )}
    </>
  );
});

type KeyFilterBarProps = { value: KeyFilter; onChange: (value: KeyFilter) => void };

const departmentFilterOptions = [{ value: '', label: 'All departments' }, ...departmentOptions];
const statusFilterOptions = [
  { value: '', label: 'All statuses' },
  { value: 'available', label: 'Available' },
  { value: 'unavailable', label: 'In Use' },
];
