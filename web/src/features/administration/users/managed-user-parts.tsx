import {
  type ListedState,
  type ManagedUser,
  needsConfirmedDepartment,
} from '@keydesk/shared/administration/people';
import { momentText } from '@keydesk/shared/core/formats';
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
import { useState } from 'react';
import { useEntryLabel } from '../../../lib/campus.ts';
import { serverNow } from '../../../lib/clock.ts';
import { campusTimezone } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { StatusPill, type StatusTone } from '../../../ui/badge.tsx';
import { EndDialog } from '../../../ui/confirm-dialog.tsx';
import { RecordActions } from '../record-page.tsx';
import { selectEntry } from '../selection.tsx';
import { useConfirmDepartment, useEraseUser, useSetUserState } from './mutations.ts';
import { userDetailsQuery } from './queries.ts';

export type UserActionsProps = {
  user: ManagedUser;
  onEdit: (user: ManagedUser) => void;
  onDelete: (user: ManagedUser) => unknown;
  /** Begins a selection, on the list. */
  onSelect?: (user: ManagedUser) => void;
  labelled?: boolean;
};

/** The actions that a person's state allows. */
export function UserActions(props: UserActionsProps) {
  const { user, onEdit, onDelete, onSelect, labelled = false } = props;
  const { state, name } = user;
  const self = useUser()?.id === user.id;
  const [asked, setAsked] = useState<'suspend' | 'erase' | null>(null);
  const edit = () => onEdit(user);
  const suspend = {
    label: t('suspend'),
    icon: <Ban aria-hidden />,
    onSelect: () => setAsked('suspend'),
  };
  const editing = { label: actionText('edit'), icon: <Pencil aria-hidden />, onSelect: edit };
  const erase = {
    label: t('erase'),
    icon: <Eraser aria-hidden />,
    onSelect: () => setAsked('erase'),
  };
  const remove = {
    label: t(self ? 'not-yourself' : state === 'waiting' ? 'decline' : 'delete'),
    icon: state === 'waiting' ? <X aria-hidden /> : <Trash2 aria-hidden />,
    disabled: self,
    onSelect: () => onDelete(user),
  };
  return (
    <>
      <RecordActions
        title={name}
        labelled={labelled}
        onEdit={state === 'active' ? edit : undefined}
        entries={[
          state === 'active' && !self && suspend,
          state === 'suspended' && editing,
          onSelect && state !== 'removed' && selectEntry(() => onSelect(user)),
        ]}
        last={state === 'removed' ? erase : remove}
      >
        {needsConfirmedDepartment(user) && (
          <ConfirmDepartmentButton user={user} labelled={labelled} />
        )}
        {state !== 'active' && <ActivateButton user={user} />}
      </RecordActions>
      <SuspendDialog user={user} asked={asked === 'suspend'} onClose={() => setAsked(null)} />
      <EndDialog
        subject={asked === 'erase' ? user.id : null}
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

type UserProps = { user: ManagedUser };

/** Accepts a waiting person, or restores a suspended or removed one. */
function ActivateButton({ user: { id, name, state } }: UserProps) {
  const setState = useSetUserState();
  const waiting = state === 'waiting';
  const verb = t(waiting ? 'accept' : 'restore');
  return (
    <ActionButton
      variant="secondary"
      size="small"
      aria-label={t('action-on', { verb, name })}
      disabled={setState.isPending}
      onClick={() => setState.mutate({ id, state: 'active' })}
    >
      {waiting ? (
        <Check aria-hidden className="size-4" />
      ) : (
        <RotateCcw aria-hidden className="size-4" />
      )}
      {verb}
    </ActionButton>
  );
}

/** A department that the person has only stated counts in fewer rules until it is confirmed. */
function ConfirmDepartmentButton({ user, labelled }: UserProps & { labelled: boolean }) {
  const confirm = useConfirmDepartment();
  const departmentLabel = useEntryLabel('departments');
  const { id, name, department } = user;
  return (
    <ActionButton
      variant="secondary"
      size="small"
      aria-label={t('confirm-department-of', {
        department: departmentLabel(department ?? ''),
        name,
      })}
      disabled={confirm.isPending}
      onClick={() => confirm.mutate(id)}
    >
      <BadgeCheck aria-hidden className="size-4" />
      {t(labelled ? 'confirm-department' : 'confirm')}
    </ActionButton>
  );
}

type SuspendDialogProps = UserProps & { asked: boolean; onClose: () => void };

/** People with keys can be suspended, too. */
function SuspendDialog({ user, asked, onClose }: SuspendDialogProps) {
  const { data } = useQuery({ ...userDetailsQuery(user.id), enabled: asked });
  const numbers = data?.openLoans.map(({ keyNumber }) => keyNumber).join(', ');
  return (
    <EndDialog
      subject={asked ? user.id : null}
      title={t('suspend-named', { name: user.name })}
      confirmLabel={t('suspend')}
      toInput={(id) => ({ id, state: 'suspended' as const })}
      ending={useSetUserState()}
      onClose={onClose}
    >
      {() => (
        <p>
          {numbers && `${t('still-has', { numbers })} `}
          {t('suspend-effect')}
        </p>
      )}
    </EndDialog>
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
  return lastLogin ? momentText(lastLogin, serverNow(), campusTimezone.get()) : fieldText('never');
}
