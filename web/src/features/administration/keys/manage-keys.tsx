import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { t as selectionText } from '@keydesk/shared/texts/en/selection';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useCampus } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { useHasOpened } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { keysQuery, useRefetchKeys } from '../../keys/queries.ts';
import { ImportExportButtons } from '../imports/import-export-buttons.tsx';
import { boxOfAll, SelectionBar, useSelection } from '../selection.tsx';
import { filterKeys, isFiltered, type KeySort, sortKeys } from './filter-keys.ts';
import { KeyFilterBar } from './key-filter-bar.tsx';
import type { KeyFormSubject } from './key-form-dialog.tsx';
import { type KeyListView, useKeyListView, useSearchTerm } from './key-list-view.ts';
import { KeyListSkeleton, ManagedKeyList } from './managed-key-list.tsx';
import { PrintTagsButton } from './managed-key-parts.tsx';
import { useToggleFrequent } from './mutations.ts';

export function ManageKeysPage() {
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
  const [open, setOpen] = useState(false);
  const addKey = useMemo(
    () => (
      <Button onClick={() => setForm({ item: null })}>
        <Plus aria-hidden className="size-5" />
        {t('add-key')}
      </Button>
    ),
    [],
  );
  const shownView = useMemo(() => ({ ...view, search }), [view, search]);
  return (
    <>
      <PageHeader title={t('manage-keys')} action={addKey} />
      <KeyFilterBar
        value={shownView}
        onSearch={setSearch}
        onLeft={flush}
        onChange={change}
        open={open}
        onOpen={setOpen}
      />
      <FilteredKeys
        view={useDeferredValue(shownView)}
        onView={change}
        onShowAll={useCallback(() => {
          setSearch('');
          showAll();
        }, [setSearch, showAll])}
        addKey={addKey}
        open={open}
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
  /** Whether phones show imports and exports. */
  open: boolean;
  form: KeyFormSubject | null;
  onForm: (form: KeyFormSubject | null) => void;
};

const noKeys: readonly Key[] = [];

/** Memoized, so that typing does not wait for the list. */
const FilteredKeys = memo((props: FilteredKeysProps) => {
  const { view, onView, onShowAll, addKey, open, form, onForm } = props;
  const query = useQuery(keysQuery);
  const { data: keys } = query;
  // A key may become overdue without any event.
  const now = useNow();
  const onChanged = useRefetchKeys();
  const [keyToDelete, setKeyToDelete] = useState<Key | null>(null);
  const [bulkEditing, setBulkEditing] = useState(false);
  const campus = useCampus();
  const filteredKeys = useMemo(
    () => keys && sortKeys(filterKeys(keys, view, now, campus), view.sort),
    [keys, view, now, campus],
  );
  const { ids: selectedIds, select, clear } = useSelection<Key>(idOf);
  // The latest state of the selected keys, without deleted ones.
  const selected = useMemo(
    () =>
      selectedIds.size === 0 ? noKeys : (keys ?? noKeys).filter(({ _id }) => selectedIds.has(_id)),
    [keys, selectedIds],
  );
  const listed = useMemo(() => filteredKeys?.map(idOf) ?? [], [filteredKeys]);
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
        <div
          className={classNames(
            'mb-4 flex flex-wrap gap-2 *:flex-auto sm:*:flex-none',
            !open && 'max-md:hidden',
          )}
        >
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
            selectedIds={selectedIds}
            selectAll={{
              ...boxOfAll(listed, selectedIds),
              label: t('select-all', { count: listed.length }),
              onChange: (on) => select(filteredKeys, on),
            }}
            addKey={addKey}
            onShowAll={onShowAll}
            {...handlers}
          />
          <SelectionBar
            label={t('selected-keys')}
            ids={selected.map(idOf)}
            listed={listed}
            onSelectAll={() => select(filteredKeys, true)}
            onClear={clear}
          >
            <Button size="small" onClick={() => setBulkEditing(true)}>
              <Pencil aria-hidden className="size-4" />
              {selectionText('edit-selected')}
            </Button>
            <PrintTagsButton keys={selected} filtered label={t('print-their-tags')} />
          </SelectionBar>
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
          keys={selected}
          open={bulkEditing}
          onClose={() => setBulkEditing(false)}
          onUpdated={onChanged}
        />
      )}
    </>
  );
});

function idOf(key: Key): string {
  return key._id;
}
