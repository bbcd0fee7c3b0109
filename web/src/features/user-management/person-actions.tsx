import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { useState } from 'react';
import { useHasOpened } from '../../lib/hooks.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useConfirmedDeletion } from './use-confirmed-deletion.ts';
import { UserActions } from './user-actions.tsx';

const EditUserDialog = lazyComponent(() =>
  import('./edit-user-dialog.tsx').then((module) => module.EditUserDialog),
);

/** Edit, suspend, delete, restore or erase one person. */
export function PersonActions({ user }: { user: ManagedUser }) {
  const [editing, setEditing] = useState(false);
  const formOpened = useHasOpened(editing);
  const close = () => setEditing(false);
  const confirmDelete = useConfirmedDeletion(close);
  return (
    <>
      <UserActions user={user} onEdit={() => setEditing(true)} onDelete={confirmDelete} labelled />
      {formOpened && <EditUserDialog user={editing ? user : null} onClose={close} />}
    </>
  );
}
