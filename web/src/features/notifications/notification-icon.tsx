import {
  AlarmClock,
  Bell,
  CircleCheck,
  KeyRound,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { kindOf, type NotificationKind } from './notification-kind.ts';

const looks: Record<NotificationKind, { Icon: LucideIcon; look: string }> = {
  reminder: { Icon: AlarmClock, look: 'bg-out-soft text-out' },
  unreturned: { Icon: KeyRound, look: 'bg-danger-soft text-danger' },
  returned: { Icon: CircleCheck, look: 'bg-available-soft text-available' },
  alert: { Icon: TriangleAlert, look: 'bg-danger-soft text-danger' },
  general: { Icon: Bell, look: 'bg-accent-soft text-accent' },
};

/** A picture of what a notification is about; decoration beside its title. */
export const NotificationIcon = ({ title }: { title: string }) => {
  const kind = kindOf(title);
  const { Icon, look } = looks[kind];
  return (
    <span
      data-kind={kind}
      className={classNames('grid size-9 shrink-0 place-items-center rounded-full', look)}
    >
      <Icon aria-hidden className="size-4.5" />
    </span>
  );
};
