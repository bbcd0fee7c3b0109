import type { Role } from '@keydesk/shared/users/role';
import {
  GraduationCap,
  Hourglass,
  type LucideIcon,
  ShieldCheck,
  UserCog,
  Wrench,
} from 'lucide-react';
import { StatusPill, type StatusTone } from '../../ui/status-pill.tsx';
import { roleNames } from './role-names.ts';

const looks: Readonly<Record<Role, { Icon: LucideIcon; tone: StatusTone }>> = {
  admin: { Icon: UserCog, tone: 'accent' },
  faculty: { Icon: GraduationCap, tone: 'neutral' },
  security: { Icon: ShieldCheck, tone: 'neutral' },
  operator: { Icon: Wrench, tone: 'neutral' },
  responder: { Icon: Wrench, tone: 'neutral' },
  pending: { Icon: Hourglass, tone: 'out' },
};

/** A person's role. */
export const RolePill = ({ role }: { role: Role }) => {
  const { Icon, tone } = looks[role];
  return (
    <StatusPill tone={tone} icon={<Icon aria-hidden />}>
      {roleNames[role]}
    </StatusPill>
  );
};
