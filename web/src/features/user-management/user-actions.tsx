import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { Check, Eraser, Pencil, RotateCcw, Trash2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useUser } from '../../lib/session.ts';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useEraseUser, useSetUserState } from './mutations.ts';
import { SuspendButton } from './suspend-button.tsx';

export type UserActionsProps = {
  user: ManagedUser;
  onEdit: (user: ManagedUser) => void;
  onDelete: (user: ManagedUser) => unknown;
  /** With words beside the icons, for the page of one person. */
  labelled?: boolean;
};

/** Suspend and Restore take each other's place. */
const switchClassName = 'min-w-30';

const dangerClassName = 'hover:not-disabled:bg-danger-soft hover:not-disabled:text-danger';

/**
 * The actions on a person, depending on their state. After each of them neither Delete nor Erase is
 * where the pressed button was.
 */
export function UserActions(props: UserActionsProps) {
  const { user, onEdit, onDelete, labelled = false } = props;
  const shared = { user, labelled };
  const self = useUser()?.id === user.id;
  const mayEdit = user.state === 'active' || (labelled && user.state === 'suspended');
  return (
    <div className={labelled ? 'contents' : '-my-1 flex justify-end'}>
      {labelled && user.state === 'removed' && <EraseButton {...shared} />}
      {mayEdit && <EditButton {...shared} onClick={() => onEdit(user)} />}
      {user.state !== 'active' && <ActivateButton {...shared} />}
      {labelled && user.state === 'active' && !self && (
        <SuspendButton user={user} className={switchClassName} />
      )}
      {user.state === 'waiting' && (
        <PersonButton
          {...shared}
          verb="Decline"
          icon={<X />}
          onClick={() => onDelete(user)}
          className={dangerClassName}
        />
      )}
      {(user.state === 'active' || user.state === 'suspended') && <DeleteButton {...props} />}
      {!labelled && user.state === 'removed' && <EraseButton {...shared} />}
    </div>
  );
}

type UserButtonProps = { user: ManagedUser; labelled?: boolean | undefined };

type PersonButtonProps = UserButtonProps &
  Omit<ComponentProps<typeof ActionIconButton>, 'label' | 'ref'> & { verb: string };

/** A button that says what it does, or only shows it; its name names the person either way. */
function PersonButton({ user, labelled, verb, icon, className, ...rest }: PersonButtonProps) {
  const label = `${verb} ${user.name}`;
  return labelled ? (
    <ActionButton
      variant="secondary"
      size="small"
      aria-label={label}
      {...rest}
      className={classNames('[&_svg]:size-4', className)}
    >
      {icon}
      {verb}
    </ActionButton>
  ) : (
    <ActionIconButton label={label} icon={icon} className={className} {...rest} />
  );
}

/** Opens a form, which needs no server. */
function EditButton({ user, labelled, onClick }: UserButtonProps & { onClick: () => void }) {
  const label = `Edit ${user.name}`;
  return labelled ? (
    <Button variant="secondary" size="small" aria-label={label} onClick={onClick}>
      <Pencil aria-hidden className="size-4" />
      Edit
    </Button>
  ) : (
    <IconButton label={label} icon={<Pencil />} onClick={onClick} />
  );
}

/** Accepts a waiting person, or restores a suspended or removed one. */
function ActivateButton(props: UserButtonProps) {
  const setState = useSetUserState();
  const { id, state } = props.user;
  const waiting = state === 'waiting';
  return (
    <PersonButton
      {...props}
      verb={waiting ? 'Accept' : 'Restore'}
      icon={waiting ? <Check /> : <RotateCcw />}
      disabled={setState.isPending}
      onClick={() => setState.mutate({ id, state: 'active' })}
      className={props.labelled ? switchClassName : undefined}
    />
  );
}

/** Nobody deletes themselves. */
function DeleteButton({ user, onDelete, labelled }: UserActionsProps) {
  const self = useUser()?.id === user.id;
  return (
    <PersonButton
      user={user}
      labelled={labelled}
      verb="Delete"
      title={self ? 'You cannot delete yourself' : `Delete ${user.name}`}
      icon={<Trash2 />}
      disabled={self}
      onClick={() => onDelete(user)}
      className={dangerClassName}
    />
  );
}

/** Asks first, since this cannot be undone. */
function EraseButton(props: UserButtonProps) {
  const { id, name } = props.user;
  const erase = useEraseUser();
  const question =
    `Erase ${name} for good? Name, address and Faculty ID are forgotten; the history names a ` +
    'former member. With the same account they could register again. This cannot be undone.';
  return (
    <PersonButton
      {...props}
      verb="Erase"
      icon={<Eraser />}
      disabled={erase.isPending}
      onClick={() => window.confirm(question) && erase.mutate(id)}
      className={dangerClassName}
    />
  );
}
