import { isNotificationTitle, type NotificationTitle } from '@keydesk/shared/notifications/titles';
import {
  AlarmClock,
  Bell,
  BellRing,
  CalendarClock,
  CircleCheck,
  ClipboardCheck,
  ClipboardPen,
  ClipboardX,
  Clock,
  ClockAlert,
  DatabaseBackup,
  Handshake,
  IdCard,
  IdCardLanyard,
  KeyRound,
  KeySquare,
  Layers,
  ListChecks,
  type LucideIcon,
  MessageCircleWarning,
  Scale,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Siren,
  TimerOff,
  TriangleAlert,
  Undo2,
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

const icons: Record<NotificationTitle, LucideIcon> = {
  'Key Taken': KeySquare,
  'Key Returned': CircleCheck,
  'Key Handed Over by Override': ShieldAlert,
  'Key Is Back': BellRing,
  'Key Due Soon': Clock,
  'Due Time Moved': CalendarClock,
  'Key Recalled': Undo2,
  'Key Return Reminder': AlarmClock,
  'Unreturned Keys Alert': KeyRound,
  'Overdue Keys of Your Department': ClockAlert,
  'Overdue Keys Digest': ListChecks,
  'Access Requested': ClipboardPen,
  'Access Approved': ClipboardCheck,
  'Access Denied': ClipboardX,
  'Request Expired': TimerOff,
  'Handover Disputed': MessageCircleWarning,
  'Dispute Settled': Scale,
  'Duty Begun': ShieldCheck,
  'Duty Disputed': Siren,
  'Security Alert': TriangleAlert,
  'Registration waiting': UserPlus,
  'Name changed': UserPen,
  'ID Card Added': IdCard,
  'ID Cards Removed': IdCardLanyard,
  Welcome: Handshake,
  'Audit Log Reduced': ScrollText,
  'Backup Failed': DatabaseBackup,
  'More Messages': Layers,
};

/** The icon for a notification of this title. */
export function iconOf(title: string): LucideIcon {
  return isNotificationTitle(title) ? icons[title] : kindStyles[notificationKind(title)].Icon;
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
