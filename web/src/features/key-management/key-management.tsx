import type { Key } from '@keydesk/shared/keys/key';
import { Plus } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { filterKeys, isNarrowed, nothingNarrowed } from './filter-keys.ts';
import type { KeyDeeds } from './key-actions.tsx';
import { KeyFilters } from './key-filters.tsx';
import { KeyFormDialog, type KeyFormSubject } from './key-form-dialog.tsx';
import { KeyListSkeleton } from './key-list-skeleton.tsx';
import { useToggleFrequent } from './key-management.mutations.ts';
import { ManagedKeyList } from './managed-key-list.tsx';

type KeyManagementProps = {
  /** Every key; undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Why there are no keys to show. */
  error: string | null;
  onRetry: () => void;
  /** A key was added, changed or deleted. */
  onChanged: () => void;
  /** What else can be done with the keys that the filters leave. */
  renderTools: (keys: readonly Key[], narrowed: boolean) => ReactNode;
};

/** Manage Keys: find, add, edit, mark and delete. */
export const KeyManagement = (props: KeyManagementProps) => {
  const { keys, error, onRetry, onChanged, renderTools } = props;
  const [narrowing, setNarrowing] = useState(nothingNarrowed);
  const [form, setForm] = useState<KeyFormSubject | null>(null);
  const [doomed, setDoomed] = useState<Key | null>(null);
  const settled = useDeferredValue(narrowing);
  const found = useMemo(() => keys && filterKeys(keys, settled), [keys, settled]);
  const { mutate: toggleFrequent } = useToggleFrequent(onChanged);
  const deeds = useMemo<KeyDeeds>(
    () => ({
      onEdit: (item) => setForm({ item }),
      onDelete: setDoomed,
      onToggleFrequent: toggleFrequent,
    }),
    [toggleFrequent],
  );
  const addKey = (
    <Button onClick={() => setForm({ item: null })}>
      <Plus aria-hidden className="size-5" />
      Add Key
    </Button>
  );
  return (
    <>
      <PageHeader title="Manage Keys" action={addKey} />
      <KeyFilters value={narrowing} onChange={setNarrowing} />
      {found && (
        <div className="mb-4 flex gap-2 *:flex-auto sm:*:flex-none">
          {renderTools(found, isNarrowed(settled))}
        </div>
      )}
      {!found && error === null && <KeyListSkeleton />}
      {!found && error !== null && <ErrorState message={error} onRetry={onRetry} />}
      {found && (
        <ManagedKeyList
          keys={found}
          narrowing={settled}
          narrowed={isNarrowed(settled)}
          deeds={deeds}
          addKey={addKey}
          onShowAll={() => setNarrowing(nothingNarrowed)}
        />
      )}
      <KeyFormDialog subject={form} onClose={() => setForm(null)} onSaved={onChanged} />
      <DeleteKeyDialog item={doomed} onClose={() => setDoomed(null)} onDeleted={onChanged} />
    </>
  );
};
