import type { PersonState } from '@keydesk/shared/users/person-state';
import { Ban, Hourglass, type LucideIcon, UserX } from 'lucide-react';
import { StatusPill, type StatusTone } from '../../ui/status-pill.tsx';

/** A person's state as Manage Users writes it. */
export const stateNames: Readonly<Record<PersonState, string>> = {
  active: 'Active',
  waiting: 'Waiting',
  suspended: 'Suspended',
  removed: 'Removed',
};

type NotableState = Exclude<PersonState, 'active'>;

const looks: Readonly<Record<NotableState, { Icon: LucideIcon; tone: StatusTone }>> = {
  waiting: { Icon: Hourglass, tone: 'out' },
  suspended: { Icon: Ban, tone: 'overdue' },
  removed: { Icon: UserX, tone: 'neutral' },
};

/** Where a person stands, unless they are active like nearly everybody. */
export function StatePill({ state }: { state: PersonState }) {
  if (state === 'active') return null;
  const { Icon, tone } = looks[state];
  return (
    <StatusPill tone={tone} icon={<Icon aria-hidden />}>
      {stateNames[state]}
    </StatusPill>
  );
}
