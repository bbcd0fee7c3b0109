import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { type Role, roleLabels } from '@keydesk/shared/users/role';
import type { UserState } from '@keydesk/shared/users/user';
import {
  Ban,
  GraduationCap,
  Hourglass,
  type LucideIcon,
  ShieldCheck,
  UserCog,
  UserX,
  Wrench,
} from 'lucide-react';
import { formatDateTime } from '../../lib/format.ts';
import { StatusPill, type StatusTone } from '../../ui/badge.tsx';

const roleStyles: Readonly<Record<Role, { Icon: LucideIcon; tone: StatusTone }>> = {
  admin: { Icon: UserCog, tone: 'accent' },
  faculty: { Icon: GraduationCap, tone: 'neutral' },
  security: { Icon: ShieldCheck, tone: 'neutral' },
  operator: { Icon: Wrench, tone: 'neutral' },
  responder: { Icon: Wrench, tone: 'neutral' },
  pending: { Icon: Hourglass, tone: 'out' },
};

/** A person's role. */
export function RolePill({ role }: { role: Role }) {
  const { Icon, tone } = roleStyles[role];
  return (
    <StatusPill tone={tone} icon={<Icon aria-hidden />}>
      {roleLabels[role]}
    </StatusPill>
  );
}

/** The label of each state. */
export const stateLabels: Readonly<Record<UserState, string>> = {
  active: 'Active',
  waiting: 'Waiting',
  suspended: 'Suspended',
  removed: 'Removed',
};

type NotableState = Exclude<UserState, 'active'>;

const stateStyles: Readonly<Record<NotableState, { Icon: LucideIcon; tone: StatusTone }>> = {
  waiting: { Icon: Hourglass, tone: 'out' },
  suspended: { Icon: Ban, tone: 'overdue' },
  removed: { Icon: UserX, tone: 'neutral' },
};

/** A person's state, unless they are active. */
export function StatePill({ state }: { state: UserState }) {
  if (state === 'active') return null;
  const { Icon, tone } = stateStyles[state];
  return (
    <StatusPill tone={tone} icon={<Icon aria-hidden />}>
      {stateLabels[state]}
    </StatusPill>
  );
}

/** When a person last signed in. */
export function lastLoginText({ lastLogin }: ManagedUser): string {
  return formatDateTime(lastLogin) || 'Never';
}
