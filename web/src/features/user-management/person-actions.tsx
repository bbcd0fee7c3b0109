import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useConfirmedDeletion } from './use-confirmed-deletion.ts';
import { UserActions } from './user-actions.tsx';

const EditUserDialog = lazyComponent(() =>
  import('./edit-user-dialog.tsx').then((module) => module.EditUserDialog),
);

/** Edit, suspend, delete, restore or erase one person. */
export function PersonActions({ user }: { user: ManagedUser }) {
  // The form starts with fresh values each time: its key is how often it was opened.
  const [edited, setEdited] = useState({ times: 0, open: false });
  const close = () => setEdited({ ...edited, open: false });
  const confirmDelete = useConfirmedDeletion(close);
  return (
    <>
      <UserActions
        user={user}
        onEdit={() => setEdited({ times: edited.times + 1, open: true })}
        onDelete={confirmDelete}
        labelled
      />
      {edited.times > 0 && (
        <EditUserDialog key={edited.times} user={user} open={edited.open} onClose={close} />
      )}
    </>
  );
}
