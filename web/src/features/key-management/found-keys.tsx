import type { Key } from '@keydesk/shared/keys/key';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { late } from '../../ui/late.tsx';
import { useOnceOpen } from '../../ui/use-once-open.ts';
import { filterKeys, isNarrowed, type KeyNarrowing } from './filter-keys.ts';
import type { KeyDeeds } from './key-actions.tsx';
import type { KeyFormSubject } from './key-form-dialog.tsx';
import { KeyListSkeleton } from './key-list-skeleton.tsx';
import { useToggleFrequent } from './key-management.mutations.ts';
import { ManagedKeyList } from './managed-key-list.tsx';

const KeyFormDialog = late(() =>
  import('./key-form-dialog.tsx').then((module) => module.KeyFormDialog),
);
const DeleteKeyDialog = late(() =>
  import('./delete-key-dialog.tsx').then((module) => module.DeleteKeyDialog),
);

type FoundKeysProps = {
  /** Every key; undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Why there are no keys to show. */
  error: string | null;
  onRetry: () => void;
  /** A key was added, changed or deleted. */
  onChanged: () => void;
  /** What else can be done with the keys that the filters leave. */
  renderTools: (keys: readonly Key[], narrowed: boolean) => ReactNode;
  narrowing: KeyNarrowing;
  onShowAll: () => void;
  addKey: ReactNode;
  /** What the form is open for, if it is. */
  form: KeyFormSubject | null;
  onForm: (form: KeyFormSubject | null) => void;
};

/** The keys that the filters leave and what can be done with them, apart from what is being typed. */
export const FoundKeys = memo((props: FoundKeysProps) => {
  const { keys, error, onRetry, onChanged, renderTools } = props;
  const { narrowing, onShowAll, addKey, form, onForm } = props;
  const [doomed, setDoomed] = useState<Key | null>(null);
  const found = useMemo(() => keys && filterKeys(keys, narrowing), [keys, narrowing]);
  const formWanted = useOnceOpen(form !== null);
  const deletionWanted = useOnceOpen(doomed !== null);
  const { mutate: toggleFrequent } = useToggleFrequent(onChanged);
  const deeds = useMemo<KeyDeeds>(
    () => ({
      onEdit: (item) => onForm({ item }),
      onDelete: setDoomed,
      onToggleFrequent: toggleFrequent,
    }),
    [onForm, toggleFrequent],
  );
  return (
    <>
      {found && (
        <div className="mb-4 flex gap-2 *:flex-auto sm:*:flex-none">
          {renderTools(found, isNarrowed(narrowing))}
        </div>
      )}
      {!found && error === null && <KeyListSkeleton />}
      {!found && error !== null && (
        <div className="card">
          <ErrorState message={error} onRetry={onRetry} />
        </div>
      )}
      {found && (
        <ManagedKeyList
          keys={found}
          narrowing={narrowing}
          narrowed={isNarrowed(narrowing)}
          deeds={deeds}
          addKey={addKey}
          onShowAll={onShowAll}
        />
      )}
      {formWanted && (
        <KeyFormDialog subject={form} onClose={() => onForm(null)} onSaved={onChanged} />
      )}
      {deletionWanted && (
        <DeleteKeyDialog item={doomed} onClose={() => setDoomed(null)} onDeleted={onChanged} />
      )}
    </>
  );
});
