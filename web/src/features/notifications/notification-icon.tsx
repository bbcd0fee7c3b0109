import {
  AlarmClock,
  Bell,
  CircleCheck,
  ClipboardCheck,
  DatabaseBackup,
  Handshake,
  IdCard,
  KeyRound,
  KeySquare,
  type LucideIcon,
  MessageCircleWarning,
  ScrollText,
  TriangleAlert,
  UserPen,
  UserPlus,
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

/** Icons of general notifications, by a word in their titles. */
const generalIcons: readonly [word: string, Icon: LucideIcon][] = [
  ['taken', KeySquare],
  ['access', ClipboardCheck],
  ['dispute', MessageCircleWarning],
  ['card', IdCard],
  ['registration', UserPlus],
  ['name', UserPen],
  ['welcome', Handshake],
  ['backup', DatabaseBackup],
  ['audit', ScrollText],
];

/** The icon for a notification of this title. */
export function iconOf(title: string): LucideIcon {
  const kind = notificationKind(title);
  const lowerTitle = title.toLowerCase();
  const general = kind === 'general' && generalIcons.find(([word]) => lowerTitle.includes(word));
  return general ? general[1] : kindStyles[kind].Icon;
}

/** An icon for what a notification is about; decoration beside its title. */
export function NotificationIcon({ title }: { title: string }) {
  const kind = notificationKind(title);
  const Icon = iconOf(title);
  const { className } = kindStyles[kind];
  return (
    <span
      data-kind={kind}
      className={classNames('grid size-9 shrink-0 place-items-center rounded-full', className)}
    >
      <Icon aria-hidden className="size-4.5" />
    </span>
  );
}

/** A dot for unread items. */
export function UnreadDot({ read, className }: { read: boolean; className: string }) {
  if (read) return null;
  return (
    <span className={classNames('size-2.5 rounded-full bg-accent', className)}>
      <span className="sr-only">Unread</span>
    </span>
  );
}
