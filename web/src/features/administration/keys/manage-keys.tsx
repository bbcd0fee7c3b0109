import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, X } from 'lucide-react';
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useCampus } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { useHasOpened } from '../../../lib/hooks.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { keysQuery, useLiveKeys, useRefetchKeys } from '../../keys/queries.ts';
import { ImportExportButtons } from '../imports/import-export-buttons.tsx';
import { filterKeys, isFiltered, type KeySort, sortKeys } from './filter-keys.ts';
import { KeyFilterBar } from './key-filter-bar.tsx';
import type { KeyFormSubject } from './key-form-dialog.tsx';
import { type KeyListView, useKeyListView, useSearchTerm } from './key-list-view.ts';
import { KeyListSkeleton, ManagedKeyList } from './managed-key-list.tsx';
import { PrintTagsButton } from './managed-key-parts.tsx';
import { useToggleFrequent } from './mutations.ts';

/** Manage Keys: filter bar, list and dialogs; the list is kept live. */
export function ManageKeysPage() {
  useLiveKeys();
  const { view, change, showAll } = useKeyListView();
  const {
    term: search,
    setTerm: setSearch,
    flush,
  } = useSearchTerm(
    view.search,
    useCallback((term: string) => change({ search: term }), [change]),
  );
  const [form, setForm] = useState<KeyFormSubject | null>(null);
  const addKey = useMemo(
    () => (
      <Button onClick={() => setForm({ item: null })}>
        <Plus aria-hidden className="size-5" />
        Add Key
      </Button>
    ),
    [],
  );
  const shownView = useMemo(() => ({ ...view, search }), [view, search]);
  return (
    <>
      <PageHeader title="Manage Keys" action={addKey} />
      <KeyFilterBar value={shownView} onSearch={setSearch} onLeft={flush} onChange={change} />
      <FilteredKeys
        view={useDeferredValue(shownView)}
        onView={change}
        onShowAll={useCallback(() => {
          setSearch('');
          showAll();
        }, [setSearch, showAll])}
        addKey={addKey}
        form={form}
        onForm={setForm}
      />
    </>
  );
}

const KeyFormDialog = lazyComponent(() => import('./key-form-dialog.tsx'), 'KeyFormDialog');
const BulkEditDialog = lazyComponent(() => import('./bulk-edit-dialog.tsx'), 'BulkEditDialog');
const DeleteKeyDialog = lazyComponent(() => import('./delete-key-dialog.tsx'), 'DeleteKeyDialog');

type FilteredKeysProps = {
  view: KeyListView;
  onView: (change: Partial<KeyListView>) => void;
  onShowAll: () => void;
  addKey: ReactNode;
  /** What the form is open for, if it is. */
  form: KeyFormSubject | null;
  onForm: (form: KeyFormSubject | null) => void;
};

const noKeys: readonly Key[] = [];

const none: ReadonlySet<string> = new Set();

/** The filtered keys and their dialogs. Memoized, so that typing does not wait for them. */
const FilteredKeys = memo((props: FilteredKeysProps) => {
  const { view, onView, onShowAll, addKey, form, onForm } = props;
  const query = useQuery(keysQuery);
  const { data: keys } = query;
  // A key may become overdue while nothing else happens.
  const now = useNow();
  const onChanged = useRefetchKeys();
  const [keyToDelete, setKeyToDelete] = useState<Key | null>(null);
  const [bulkEditing, setBulkEditing] = useState(false);
  const campus = useCampus();
  const filteredKeys = useMemo(
    () => keys && sortKeys(filterKeys(keys, view, now, campus), view.sort),
    [keys, view, now, campus],
  );
  const selection = useKeySelection(keys ?? noKeys);
  const { select } = selection;
  const formOpened = useHasOpened(form !== null);
  const deleteOpened = useHasOpened(keyToDelete !== null);
  const bulkOpened = useHasOpened(bulkEditing);
  const { mutate: toggleFrequent } = useToggleFrequent(onChanged);
  const handlers = useMemo(
    () => ({
      onEdit: (item: Key) => onForm({ item }),
      onDelete: setKeyToDelete,
      onToggleFrequent: toggleFrequent,
      onSelect: (item: Key, on: boolean) => select([item], on),
      onSort: (sort: KeySort) => onView({ sort, rows: view.rows }),
      onRows: (rows: KeyListView['rows']) => onView({ rows }),
    }),
    [onForm, toggleFrequent, select, onView, view.rows],
  );
  const filtered = isFiltered(view);
  return (
    <>
      {filteredKeys && (
        <div className="mb-4 flex flex-wrap gap-2 *:flex-auto sm:*:flex-none">
          <ImportExportButtons kind="keys" onApplied={onChanged} />
          <PrintTagsButton keys={filteredKeys} filtered={filtered} />
        </div>
      )}
      <QueryState query={query} loading={<KeyListSkeleton />} frame="card" />
      {filteredKeys && (
        <>
          <ManagedKeyList
            keys={filteredKeys}
            rows={view.rows}
            sort={view.sort}
            filtered={filtered}
            now={now}
            selectedIds={selection.ids}
            selectAll={selectAllBox(filteredKeys, selection)}
            addKey={addKey}
            onShowAll={onShowAll}
            {...handlers}
          />
          <SelectionBar
            keys={selection.selected}
            matching={filteredKeys}
            onSelectAll={() => select(filteredKeys, true)}
            onEdit={() => setBulkEditing(true)}
            onClear={selection.clear}
          />
        </>
      )}
      {formOpened && (
        <KeyFormDialog
          subject={form}
          department={view.department}
          onClose={() => onForm(null)}
          onSaved={onChanged}
        />
      )}
      {deleteOpened && (
        <DeleteKeyDialog
          item={keyToDelete}
          onClose={() => setKeyToDelete(null)}
          onDeleted={onChanged}
        />
      )}
      {bulkOpened && (
        <BulkEditDialog
          keys={selection.selected}
          open={bulkEditing}
          onClose={() => setBulkEditing(false)}
          onUpdated={onChanged}
        />
      )}
    </>
  );
});

/** The box in the table's heading: all that match the filter, shown or not. */
function selectAllBox(matching: readonly Key[], selection: ReturnType<typeof useKeySelection>) {
  const { ids, select } = selection;
  const count = ids.size === 0 ? 0 : matching.filter(({ _id }) => ids.has(_id)).length;
  return {
    label: `Select all ${matching.length} keys`,
    checked: count > 0 && count === matching.length,
    mixed: count > 0 && count < matching.length,
    onChange: (on: boolean) => select(matching, on),
  };
}

/**
 * Which of `keys` are selected. A selection outlives the filter, so that it can be put together in
 * several searches; keys that were deleted leave it.
 */
function useKeySelection(keys: readonly Key[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(none);
  const selected = useMemo(
    () => (ids.size === 0 ? [] : keys.filter(({ _id }) => ids.has(_id))),
    [keys, ids],
  );
  const select = useCallback(
    (changed: readonly Key[], on: boolean) =>
      setIds((before) => {
        const next = new Set(before);
        for (const { _id } of changed) on ? next.add(_id) : next.delete(_id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setIds(none), []);
  return { ids, selected, select, clear };
}

type SelectionBarProps = {
  /** The selected keys. */
  keys: readonly Key[];
  /** The keys that match the filter. */
  matching: readonly Key[];
  onSelectAll: () => void;
  onEdit: () => void;
  onClear: () => void;
};

/** How many keys are selected and what can be done with them; stays in view. */
function SelectionBar({ keys, matching, onSelectAll, onEdit, onClear }: SelectionBarProps) {
  const hidden = useMemo(() => {
    const shown = new Set(matching.map(({ _id }) => _id));
    return keys.filter(({ _id }) => !shown.has(_id)).length;
  }, [keys, matching]);
  if (keys.length === 0) return null;
  const allSelected = keys.length - hidden === matching.length;
  return (
    <section
      aria-label="Selected keys"
      className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 shadow-float"
    >
      <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
      <p role="status" className="mr-auto min-w-0 font-semibold tabular-nums">
        <Facts>
          {`${keys.length} selected`}
          {hidden > 0 && <span className="font-normal text-muted">{hidden} not in this list</span>}
        </Facts>
      </p>
      {!allSelected && (
        <Button variant="quiet" size="small" onClick={onSelectAll}>
          Select all {matching.length}
        </Button>
      )}
      <Button size="small" onClick={onEdit}>
        <Pencil aria-hidden className="size-4" />
        Edit selected
      </Button>
      <PrintTagsButton keys={keys} filtered label="Print their tags" />
    </section>
  );
}
