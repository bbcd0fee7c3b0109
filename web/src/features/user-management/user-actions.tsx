import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { Check, Eraser, Pencil, RotateCcw, Trash2, X } from 'lucide-react';
import { useUser } from '../../lib/session.ts';
import { ActionIconButton } from '../../ui/action-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useEraseUser, useSetUserState } from './mutations.ts';

export type UserActionsProps = {
  user: ManagedUser;
  onEdit: (user: ManagedUser) => void;
  onDelete: (user: ManagedUser) => void;
};

const dangerClassName = 'hover:not-disabled:bg-danger-soft hover:not-disabled:text-danger';

/** The actions on a person, depending on their state. */
export function UserActions(props: UserActionsProps) {
  return (
    <div className="-my-1 flex justify-end">
      {props.user.state === 'active' && (
        <IconButton
          label={`Edit ${props.user.name}`}
          icon={<Pencil />}
          onClick={() => props.onEdit(props.user)}
        />
      )}
      {props.user.state !== 'active' && <ActivateButton user={props.user} />}
      {props.user.state === 'waiting' && (
        <ActionIconButton
          label={`Decline ${props.user.name}`}
          icon={<X />}
          onClick={() => props.onDelete(props.user)}
          className={dangerClassName}
        />
      )}
      {(props.user.state === 'active' || props.user.state === 'suspended') && (
        <DeleteButton {...props} />
      )}
      {props.user.state === 'removed' && <EraseButton user={props.user} />}
    </div>
  );
}

/** Accepts a waiting person, or restores a suspended or removed one. */
function ActivateButton({ user }: { user: ManagedUser }) {
  const setState = useSetUserState();
  const waiting = user.state === 'waiting';
  return (
    <ActionIconButton
      label={`${waiting ? 'Accept' : 'Restore'} ${user.name}`}
      icon={waiting ? <Check /> : <RotateCcw />}
      disabled={setState.isPending}
      onClick={() => setState.mutate({ id: user.id, state: 'active' })}
    />
  );
}

/** Nobody deletes themselves. */
function DeleteButton({ user, onDelete }: UserActionsProps) {
  const self = useUser()?.id === user.id;
  return (
    <ActionIconButton
      label={`Delete ${user.name}`}
      title={self ? 'You cannot delete yourself' : `Delete ${user.name}`}
      icon={<Trash2 />}
      disabled={self}
      onClick={() => onDelete(user)}
      className={dangerClassName}
    />
  );
}

/** Asks first, since this cannot be undone. */
function EraseButton({ user }: { user: ManagedUser }) {
  const erase = useEraseUser();
  const question =
    `Erase ${user.name} for good? Name, address and Faculty ID are forgotten; the history names a ` +
    'former member. With the same account they could register again. This cannot be undone.';
  return (
    <ActionIconButton
      label={`Erase ${user.name}`}
      icon={<Eraser />}
      disabled={erase.isPending}
      onClick={() => window.confirm(question) && erase.mutate(user.id)}
      className={dangerClassName}
    />
  );
}
