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

const kindStyles: Record<NotificationKind, { Icon: LucideIcon; look: string }> = {
  reminder: { Icon: AlarmClock, look: 'bg-out-soft text-out' },
  unreturned: { Icon: KeyRound, look: 'bg-danger-soft text-danger' },
  returned: { Icon: CircleCheck, look: 'bg-available-soft text-available' },
  alert: { Icon: TriangleAlert, look: 'bg-danger-soft text-danger' },
  general: { Icon: Bell, look: 'bg-accent-soft text-accent' },
};

/** A picture of what a notification is about; decoration beside its title. */
export function NotificationIcon({ title }: { title: string }) {
  const kind = notificationKind(title);
  const { Icon, look } = kindStyles[kind];
  return (
    <span
      data-kind={kind}
      className={classNames('grid size-9 shrink-0 place-items-center rounded-full', look)}
    >
      <Icon aria-hidden className="size-4.5" />
    </span>
  );
}

/** Marks what has not been read; the place stays taken when it has. */
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
