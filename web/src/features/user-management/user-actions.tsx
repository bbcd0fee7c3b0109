import type { ManagedUser } from '@keydesk/shared/dashboard/dashboard';
import { Pencil, Trash2 } from 'lucide-react';
import { useUser } from '../../lib/session.ts';
import { ActionIconButton } from '../../ui/action-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export type UserActionsProps = {
  user: ManagedUser;
  onEdit: (user: ManagedUser) => void;
  onDelete: (user: ManagedUser) => void;
};

/** What an admin can do with a person; nobody deletes themselves. */
export const UserActions = ({ user, onEdit, onDelete }: UserActionsProps) => {
  const self = useUser()?.id === user.id;
  return (
    <div className="-my-1 flex justify-end">
      <IconButton label={`Edit ${user.name}`} icon={<Pencil />} onClick={() => onEdit(user)} />
      <ActionIconButton
        label={`Delete ${user.name}`}
        title={self ? 'You cannot delete yourself' : `Delete ${user.name}`}
        icon={<Trash2 />}
        disabled={self}
        onClick={() => onDelete(user)}
        className="hover:not-disabled:bg-danger-soft hover:not-disabled:text-danger"
      />
    </div>
  );
};
