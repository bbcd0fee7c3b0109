import type { Key } from '@keydesk/shared/keys/key';
import { t as countText } from '@keydesk/shared/texts/en/counts';
import { t as incidentText } from '@keydesk/shared/texts/en/incidents';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { t as selectionText } from '@keydesk/shared/texts/en/selection';
import { t as shellText } from '@keydesk/shared/texts/en/shell';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, ClipboardCheck, ListChecks, Pencil, Plus, Printer, SearchX } from 'lucide-react';
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useDelayedText } from '../../../lib/address.ts';
import { useCampus } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClassName } from '../../../ui/button.tsx';
import { DownloadButton, useDownload } from '../../../ui/download-button.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useAccessPages } from '../../access/own-access.tsx';
import { keyIdOf } from '../../keys/key-parts.tsx';
import { keysQuery, useRefetchKeys } from '../../keys/queries.ts';
import { useWaitingPaper } from '../../loans/paper-query.ts';
import { AddButton, ListMenu } from '../list-actions.tsx';
import { SelectionBar, useSelection } from '../selection.tsx';
import { filterKeys, isFiltered, type KeySort, sortKeys } from './filter-keys.ts';
import { KeyFilterBar } from './key-filter-bar.tsx';
import type { KeyFormSubject } from './key-form-dialog.tsx';
import { type KeyListView, useKeyListView } from './key-list-view.ts';
import { KeyListSkeleton, ManagedKeyList } from './managed-key-list.tsx';
import { tagsOf } from './managed-key-parts.tsx';
import { useToggleFrequent } from './mutations.ts';

export function ManageKeysPage() {
  const { view, change, showAll } = useKeyListView();
  const [search, setSearch] = useDelayedText(view.search, (term) => change({ search: term }));
  const [form, setForm] = useState<KeyFormSubject | null>(null);
  const addKey = useMemo(
    () => (
      <AddButton
        label={t('add-key')}
        icon={<Plus aria-hidden className="size-5" />}
        onClick={() => setForm({ item: null })}
      />
    ),
    [],
  );
  const onShowAll = useCallback(() => {
    setSearch('');
    showAll();
  }, [setSearch, showAll]);
  const shownView = useMemo(() => ({ ...view, search }), [view, search]);
  const listView = useDeferredValue(shownView);
  const query = useQuery(keysQuery);
  const found = useFoundKeys(query.data, listView);
  const selection = useSelection<Key>(keyIdOf);
  const onChanged = useRefetchKeys();
  return (
    <>
      <PageHeader
        title={t('manage-keys')}
        action={
          <>
            <RequestsLink />
            <KeysMenu
              keys={found ?? noKeys}
              all={!isFiltered(listView)}
              begin={selection.begin}
              onApplied={onChanged}
            />
            {addKey}
          </>
        }
      />
      <KeyFilterBar value={shownView} onSearch={setSearch} onChange={change} />
      <QueryState query={query} loading={<KeyListSkeleton />} frame="card" />
      {query.data && found && (
        <FoundKeys
          known={query.data}
          keys={found}
          view={listView}
          selection={selection}
          onView={change}
          onShowAll={onShowAll}
          addKey={addKey}
          onForm={setForm}
          onChanged={onChanged}
        />
      )}
      <KeyFormDialog
        subject={form}
        department={view.department}
        onClose={() => setForm(null)}
        onSaved={onChanged}
      />
    </>
  );
}

const KeyFormDialog = lazyDialog(() => import('./key-form-dialog.tsx'), 'KeyFormDialog');
const BulkEditDialog = lazyDialog(() => import('./bulk-edit-dialog.tsx'), 'BulkEditDialog');
const DeleteKeyDialog = lazyDialog(() => import('./delete-key-dialog.tsx'), 'DeleteKeyDialog');

const noKeys: readonly Key[] = [];

function useFoundKeys(keys: readonly Key[] | undefined, view: KeyListView) {
  // A key may become overdue without any event.
  const now = useNow();
  const campus = useCampus();
  return useMemo(
    () => keys && sortKeys(filterKeys(keys, view, now, campus), view.sort, campus),
    [keys, view, now, campus],
  );
}

/** Only while something awaits a decision. */
function RequestsLink() {
  const count = (useAccessPages().toDecide ?? 0) + (useWaitingPaper() ?? 0);
  if (count === 0) return null;
  return (
    <Link to="/dashboard/to-decide" className={buttonClassName('secondary', 'small')}>
      {shellText('to-decide')}
      <Badge count={count} />
    </Link>
  );
}

type KeysMenuProps = {
  keys: readonly Key[];
  all: boolean;
  begin: MenuEntry;
  onApplied: () => void;
};

function KeysMenu({ keys, all, begin, onApplied }: KeysMenuProps) {
  const tags = useDownload(tagsOf(keys, all));
  return (
    <ListMenu
      title={t('manage-keys')}
      kind="keys"
      entries={[
        begin,
        {
          label: t('print-key-tags'),
          icon: <Printer aria-hidden />,
          disabled: keys.length === 0,
          onSelect: () => tags.mutate(),
        },
      ]}
      more={[
        {
          label: incidentText('incidents'),
          icon: <SearchX aria-hidden />,
          to: '/dashboard/admin/incidents',
        },
        {
          label: shellText('to-decide'),
          icon: <ClipboardCheck aria-hidden />,
          to: '/dashboard/to-decide',
        },
        { label: countText('counts'), icon: <ListChecks aria-hidden />, to: '/dashboard/count' },
        {
          label: t('removed-keys'),
          icon: <Archive aria-hidden />,
          to: '/dashboard/admin/keys/removed',
        },
      ]}
      onApplied={onApplied}
    />
  );
}

type FoundKeysProps = {
  known: readonly Key[];
  keys: readonly Key[];
  view: KeyListView;
  selection: ReturnType<typeof useSelection<Key>>;
  onView: (change: Partial<KeyListView>) => void;
  onShowAll: () => void;
  addKey: ReactNode;
  onForm: (form: KeyFormSubject) => void;
  onChanged: () => void;
};

/** Memoized, so that typing does not wait for the list. */
const FoundKeys = memo((props: FoundKeysProps) => {
  const { known, keys, view, selection, onView, onShowAll, addKey, onForm, onChanged } = props;
  const [keyToDelete, setKeyToDelete] = useState<Key | null>(null);
  const [bulkEditing, setBulkEditing] = useState(false);
  // The latest state of the selected keys, without deleted ones.
  const selected = known.filter(({ _id }) => selection.ids.has(_id));
  const { mutate: toggleFrequent } = useToggleFrequent(onChanged);
  const handlers = useMemo(
    () => ({
      onEdit: (item: Key) => onForm({ item }),
      onDelete: setKeyToDelete,
      onToggleFrequent: toggleFrequent,
      onSelect: selection.beginWith,
      onSort: (sort: KeySort) => onView({ sort, rows: view.rows }),
      onRows: (rows: KeyListView['rows']) => onView({ rows }),
    }),
    [onForm, toggleFrequent, selection.beginWith, onView, view.rows],
  );
  return (
    <>
      <ManagedKeyList
        keys={keys}
        rows={view.rows}
        sort={view.sort}
        filtered={isFiltered(view)}
        selection={selection}
        addKey={addKey}
        onShowAll={onShowAll}
        {...handlers}
      />
      {selection.selecting && (
        <SelectionBar
          label={t('selected-keys')}
          ids={selected.map(keyIdOf)}
          listed={keys.map(keyIdOf)}
          onSelectAll={() => selection.select(keys, true)}
          onDone={selection.end}
        >
          <Button
            size="small"
            disabled={selected.length === 0}
            onClick={() => setBulkEditing(true)}
          >
            <Pencil aria-hidden className="size-4" />
            {selectionText('edit-selected')}
          </Button>
          <DownloadButton
            variant="secondary"
            size="small"
            disabled={selected.length === 0}
            icon={<Printer aria-hidden className="size-4" />}
            {...tagsOf(selected)}
          >
            {t('print-their-tags')}
          </DownloadButton>
        </SelectionBar>
      )}
      <DeleteKeyDialog
        subject={keyToDelete}
        onClose={() => setKeyToDelete(null)}
        onDeleted={onChanged}
      />
      <BulkEditDialog
        keys={selected}
        open={bulkEditing}
        onClose={() => setBulkEditing(false)}
        onUpdated={onChanged}
      />
    </>
  );
});
