import type { Key } from '@keydesk/shared/keys/key';
import { Pencil, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useHasOpened } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { KeyFormSubject } from './key-form-dialog.tsx';
import { useToggleFrequent } from './mutations.ts';
import { PrintTagsButton } from './print-tags-button.tsx';

const KeyFormDialog = lazyComponent(() =>
  import('./key-form-dialog.tsx').then((module) => module.KeyFormDialog),
);
const DeleteKeyDialog = lazyComponent(() =>
  import('./delete-key-dialog.tsx').then((module) => module.DeleteKeyDialog),
);

type OneKeyActionsProps = { item: Key; onChanged: () => void; onDeleted: () => void };

/** Edit, mark, print the tag of, and delete one key, with their dialogs. */
export function OneKeyActions({ item, onChanged, onDeleted }: OneKeyActionsProps) {
  const [form, setForm] = useState<KeyFormSubject | null>(null);
  const [keyToDelete, setKeyToDelete] = useState<Key | null>(null);
  const formOpened = useHasOpened(form !== null);
  const deleteOpened = useHasOpened(keyToDelete !== null);
  const toggleFrequent = useToggleFrequent(onChanged);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setForm({ item })}>
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
      <ActionButton
        variant="secondary"
        size="small"
        aria-pressed={item.frequentlyUsed}
        busy={toggleFrequent.isPending}
        onClick={() => toggleFrequent.mutate(item)}
      >
        {!toggleFrequent.isPending && (
          <Star
            aria-hidden
            className={item.frequentlyUsed ? 'size-4 fill-current text-accent' : 'size-4'}
          />
        )}
        Frequently used
      </ActionButton>
      <PrintTagsButton keys={[item]} filtered label="Print key tag" />
      <Button
        variant="secondary"
        size="small"
        className="hover:text-danger"
        onClick={() => setKeyToDelete(item)}
      >
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      {formOpened && (
        <KeyFormDialog subject={form} onClose={() => setForm(null)} onSaved={onChanged} />
      )}
      {deleteOpened && (
        <DeleteKeyDialog
          item={keyToDelete && item}
          onClose={() => setKeyToDelete(null)}
          onDeleted={() => {
            onChanged();
            onDeleted();
          }}
        />
      )}
    </>
  );
}
