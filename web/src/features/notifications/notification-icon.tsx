import {
  AlarmClock,
  Bell,
  CircleCheck,
  KeyRound,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { type NotificationKind, notificationKind } from './notification-text.ts';

const kindStyles: Record<NotificationKind, { Icon: LucideIcon; className: string }> = {
  reminder: { Icon: AlarmClock, className: 'bg-out-soft text-out' },
  unreturned: { Icon: KeyRound, className: 'bg-danger-soft text-danger' },
  returned: { Icon: CircleCheck, className: 'bg-available-soft text-available' },
  alert: { Icon: TriangleAlert, className: 'bg-danger-soft text-danger' },
  general: { Icon: Bell, className: 'bg-accent-soft text-accent' },
};

/** An icon for what a notification is about; decoration beside its title. */
export function NotificationIcon({ title }: { title: string }) {
  const kind = notificationKind(title);
  const { Icon, className } = kindStyles[kind];
  return (
    <span
      data-kind={kind}
      className={classNames('grid size-9 shrink-0 place-items-center rounded-full', className)}
    >
      <Icon aria-hidden className="size-4.5" />
    </span>
  );
}

/** A dot for unread items; it keeps its space when read. */
export function UnreadDot({ read }: { read: boolean }) {
  return (
    <span className="grid w-2.5 shrink-0 place-items-center pt-2">
      {!read && (
        <span className="size-2.5 rounded-full bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </span>
  );
}
