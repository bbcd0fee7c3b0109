import {
  type ListedState,
  type ManagedUser,
  needsConfirmedDepartment,
} from '@keydesk/shared/administration/people';
import type { Role } from '@keydesk/shared/http/roles';
import type { UserState } from '@keydesk/shared/people/user';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { t } from '@keydesk/shared/texts/en/users';
import { useQuery } from '@tanstack/react-query';
import {
  BadgeCheck,
  Ban,
  Check,
  CircleHelp,
  Eraser,
  GraduationCap,
  Hourglass,
  IdCardLanyard,
  type LucideIcon,
  Pencil,
  RotateCcw,
  ShieldCheck,
  Trash2,
  UserCog,
  UserX,
  Wrench,
  X,
} from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { ActionButton, ActionIconButton } from '../../../ui/action-button.tsx';
import { StatusPill, type StatusTone } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EndDialog } from '../../../ui/confirm-dialog.tsx';
import { useConfirmDepartment, useEraseUser, useSetUserState } from './mutations.ts';
import { userDetailsQuery } from './queries.ts';

export type UserActionsProps = {
  user: ManagedUser;
  onEdit: (user: ManagedUser) => void;
  onDelete: (user: ManagedUser) => unknown;
  labelled?: boolean;
};

/** Suspend and Restore replace each other in place. */
const switchClassName = 'min-w-30';

const dangerClassName = 'hover:not-disabled:bg-danger-soft hover:not-disabled:text-danger';

/**
 * The actions that a person's state allows. Afterwards neither Delete nor Erase is where the
 * pressed button was, so that a double click does no harm.
 */
export function UserActions(props: UserActionsProps) {
  const { user, onEdit, onDelete, labelled = false } = props;
  const shared = { user, labelled };
  const self = useUser()?.id === user.id;
  const mayEdit = user.state === 'active' || (labelled && user.state === 'suspended');
  return (
    <div className={labelled ? 'contents' : '-my-1 flex justify-end'}>
      {labelled && user.state === 'removed' && <EraseButton {...shared} />}
      {needsConfirmedDepartment(user) && <ConfirmDepartmentButton {...shared} />}
      {mayEdit && <EditButton {...shared} onClick={() => onEdit(user)} />}
      {user.state !== 'active' && <ActivateButton {...shared} />}
      {labelled && user.state === 'active' && !self && (
        <SuspendButton user={user} className={switchClassName} />
      )}
      {user.state === 'waiting' && (
        <PersonButton
          {...shared}
          action="decline"
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
  Omit<ComponentProps<typeof ActionIconButton>, 'label' | 'ref'> & {
    action: 'accept' | 'confirm-department' | 'decline' | 'delete' | 'erase' | 'restore';
    label?: string;
  };

/** A button with or without visible words; its accessible name always includes the person. */
function PersonButton({ user, labelled, action, icon, className, ...props }: PersonButtonProps) {
  const { label = t('action-on', { verb: t(action), name: user.name }), ...rest } = props;
  return labelled ? (
    <ActionButton
      variant="secondary"
      size="small"
      aria-label={label}
      {...rest}
      className={classNames('[&_svg]:size-4', className)}
    >
      {icon}
      {t(action)}
    </ActionButton>
  ) : (
    <ActionIconButton label={label} icon={icon} className={className} {...rest} />
  );
}

/** Opening a form needs no server. */
function EditButton({ user, labelled, onClick }: UserButtonProps & { onClick: () => void }) {
  const label = actionText('edit-named', { title: user.name });
  return labelled ? (
    <Button variant="secondary" size="small" aria-label={label} onClick={onClick}>
      <Pencil aria-hidden className="size-4" />
      {actionText('edit')}
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
      action={waiting ? 'accept' : 'restore'}
      icon={waiting ? <Check /> : <RotateCcw />}
      disabled={setState.isPending}
      onClick={() => setState.mutate({ id, state: 'active' })}
      className={props.labelled ? switchClassName : undefined}
    />
  );
}

/** A department that the person has only stated counts in fewer rules until it is confirmed. */
function ConfirmDepartmentButton(props: UserButtonProps) {
  const confirm = useConfirmDepartment();
  const { id, name, department } = props.user;
  return (
    <PersonButton
      {...props}
      action="confirm-department"
      label={t('confirm-department-of', { department: department ?? '', name })}
      icon={<BadgeCheck />}
      disabled={confirm.isPending}
      onClick={() => confirm.mutate(id)}
    />
  );
}

/** No one can delete themselves. */
function DeleteButton({ user, onDelete, labelled }: UserActionsProps) {
  const self = useUser()?.id === user.id;
  return (
    <PersonButton
      user={user}
      labelled={labelled}
      action="delete"
      title={self ? t('not-yourself') : actionText('delete-named', { title: user.name })}
      icon={<Trash2 />}
      disabled={self}
      onClick={() => onDelete(user)}
      className={dangerClassName}
    />
  );
}

function EraseButton(props: UserButtonProps) {
  const { id, name } = props.user;
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <PersonButton
        {...props}
        action="erase"
        icon={<Eraser />}
        onClick={() => setAsked(id)}
        className={dangerClassName}
      />
      <EndDialog
        subject={asked}
        title={t('erase-named', { name })}
        confirmLabel={t('erase')}
        toInput={(subject) => subject}
        ending={useEraseUser()}
        onClose={() => setAsked(null)}
      >
        {() => <p>{t('erase-effect')}</p>}
      </EndDialog>
    </>
  );
}

type SuspendButtonProps = { user: ManagedUser; onSuspended?: () => void; className?: string };

/** Asks first; people with keys can be suspended, too. */
export function SuspendButton({ user, onSuspended, className }: SuspendButtonProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const openLoans = useQuery(userDetailsQuery(user.id)).data?.openLoans ?? [];
  const numbers = openLoans.map(({ keyNumber }) => keyNumber).join(', ');
  return (
    <>
      <ActionButton
        variant="secondary"
        size="small"
        onClick={() => setAsked(user.id)}
        className={className}
      >
        <Ban aria-hidden className="size-4" />
        {t('suspend')}
      </ActionButton>
      <EndDialog
        subject={asked}
        title={t('suspend-named', { name: user.name })}
        confirmLabel={t('suspend')}
        toInput={(id) => ({ id, state: 'suspended' as const })}
        ending={useSetUserState(onSuspended)}
        onClose={() => setAsked(null)}
      >
        {() => (
          <p>
            {numbers && `${t('still-has', { numbers })} `}
            {t('suspend-effect')}
          </p>
        )}
      </EndDialog>
    </>
  );
}

const roleStyles: Readonly<Record<Role, { Icon: LucideIcon; tone: StatusTone }>> = {
  admin: { Icon: UserCog, tone: 'accent' },
  faculty: { Icon: GraduationCap, tone: 'neutral' },
  security: { Icon: ShieldCheck, tone: 'neutral' },
  operator: { Icon: Wrench, tone: 'neutral' },
  responder: { Icon: Wrench, tone: 'neutral' },
  pending: { Icon: Hourglass, tone: 'out' },
  visitor: { Icon: IdCardLanyard, tone: 'neutral' },
};

export function roleOption(role: Role) {
  return { value: role, label: roleText(role) };
}

export function RolePill({ role }: { role: Role }) {
  const { Icon, tone } = roleStyles[role];
  return (
    <StatusPill tone={tone} icon={<Icon aria-hidden />}>
      {roleText(role)}
    </StatusPill>
  );
}

export const stateLabels = {
  active: 'active',
  waiting: 'waiting',
  suspended: 'suspended',
  removed: 'removed',
  unconfirmed: 'department-not-confirmed',
  left: 'left',
  all: 'all-states',
} as const satisfies Record<ListedState, string>;

type NotableState = Exclude<UserState, 'active'>;

const stateStyles: Readonly<Record<NotableState, { Icon: LucideIcon; tone: StatusTone }>> = {
  waiting: { Icon: Hourglass, tone: 'out' },
  suspended: { Icon: Ban, tone: 'overdue' },
  removed: { Icon: UserX, tone: 'neutral' },
};

export function StatePill({ state }: { state: UserState }) {
  if (state === 'active') return null;
  const { Icon, tone } = stateStyles[state];
  return (
    <StatusPill tone={tone} icon={<Icon aria-hidden />}>
      {t(stateLabels[state])}
    </StatusPill>
  );
}

export function UserMarks({ user }: { user: ManagedUser }) {
  const isHere = user.state === 'active' || user.state === 'waiting';
  return (
    <>
      {needsConfirmedDepartment(user) && (
        <StatusPill tone="out" icon={<CircleHelp aria-hidden />}>
          <span title={t(stateLabels.unconfirmed)}>{t('department-unsure')}</span>
        </StatusPill>
      )}
      {isHere && user.leftRecordsAt && (
        <StatusPill tone="out" icon={<UserX aria-hidden />}>
          {t(stateLabels.left)}
        </StatusPill>
      )}
    </>
  );
}

export function lastLoginText({ lastLogin }: ManagedUser): string {
  return formatDateTime(lastLogin) || fieldText('never');
}
