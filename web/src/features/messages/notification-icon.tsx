import type { MessageTemplate } from '@keydesk/shared/core/message-kinds';
import type { Notification } from '@keydesk/shared/core/notifications';
import { t } from '@keydesk/shared/texts/en/notifications';
import {
  AlarmClock,
  AtSign,
  Bell,
  BellOff,
  BellRing,
  CalendarClock,
  CircleCheck,
  ClipboardCheck,
  ClipboardPen,
  ClipboardX,
  Clock,
  ClockAlert,
  DatabaseBackup,
  FileClock,
  FileWarning,
  FileX,
  Handshake,
  Hourglass,
  IdCard,
  IdCardLanyard,
  KeyRound,
  KeySquare,
  Layers,
  ListChecks,
  type LucideIcon,
  Megaphone,
  MessageCircleWarning,
  OctagonAlert,
  PackageSearch,
  Redo2,
  Scale,
  ScrollText,
  SearchAlert,
  SearchCheck,
  ShieldAlert,
  ShieldCheck,
  Siren,
  TimerOff,
  TriangleAlert,
  Undo,
  Undo2,
  UserCheck,
  UserMinus,
  UserPen,
  UserPlus,
  UserRoundCheck,
  UserX,
} from 'lucide-react';
import { formatDateTime } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/page.tsx';
import { formatTimeAgo, sinceText } from './notification-text.ts';

type Look = 'reminder' | 'unreturned' | 'returned' | 'alert' | 'general';

const lookClassNames: Record<Look, string> = {
  reminder: 'bg-out-soft text-out',
  unreturned: 'bg-danger-soft text-danger',
  returned: 'bg-available-soft text-available',
  alert: 'bg-danger-soft text-danger',
  general: 'bg-accent-soft text-accent',
};

const icons: Record<MessageTemplate, [LucideIcon, Look?]> = {
  'key-taken': [KeySquare],
  'key-lent': [KeySquare],
  'visitor-asks': [UserCheck],
  'sponsor-refuses': [UserX],
  'visitor-without-sponsor': [UserMinus],
  'visitor-allowed': [UserRoundCheck],
  'lent-unanswered': [Hourglass],
  'key-overridden': [ShieldAlert],
  'key-returned': [CircleCheck, 'returned'],
  'paper-late': [FileWarning],
  'paper-waits': [FileClock],
  'paper-refused': [FileX],
  'key-reported': [SearchAlert],
  'high-key-reported': [OctagonAlert],
  'many-reported': [Megaphone],
  'key-found': [PackageSearch],
  'incident-resolved': [SearchCheck],
  'hand-out-undone': [Undo],
  'return-undone': [Redo2],
  'proven-return-undone': [Redo2],
  'key-back': [BellRing],
  'key-not-back': [BellOff],
  'due-soon': [Clock],
  'due-extended': [CalendarClock],
  'closing-moved': [CalendarClock],
  'closed-day-moved': [CalendarClock],
  'key-recalled': [Undo2],
  overdue: [AlarmClock, 'reminder'],
  unreturned: [KeyRound, 'unreturned'],
  'department-overdue': [ClockAlert],
  'overdue-digest': [ListChecks],
  'access-requested': [ClipboardPen],
  'access-approved': [ClipboardCheck],
  'access-denied': [ClipboardX],
  'request-expired': [TimerOff],
  'handover-disputed': [MessageCircleWarning],
  'dispute-settled': [Scale],
  'duty-begun': [ShieldCheck],
  'duty-disputed': [Siren],
  'codes-refused': [TriangleAlert, 'alert'],
  'pin-set': [TriangleAlert, 'alert'],
  'pin-locked': [TriangleAlert, 'alert'],
  'pin-entry-closed': [TriangleAlert, 'alert'],
  'registration-waiting': [UserPlus],
  'name-changed': [UserPen],
  'address-changed': [AtSign],
  'card-added': [IdCard],
  'cards-removed': [IdCardLanyard],
  welcome: [Handshake],
  'audit-reduced': [ScrollText],
  'backup-failed': [DatabaseBackup],
  'more-messages': [Layers],
};

export function iconOf(template: MessageTemplate | undefined) {
  const [Icon, look = 'general'] = template ? icons[template] : [Bell];
  return { Icon, look };
}

export function NotificationIcon({ item }: { item: Notification }) {
  const { Icon, look: looks } = iconOf(item.template);
  // A message that no longer holds is not green.
  const look = sinceText(item) ? 'general' : looks;
  return (
    <span
      data-kind={look}
      className={classNames(
        'grid size-9 shrink-0 place-items-center rounded-full',
        lookClassNames[look],
      )}
    >
      <Icon aria-hidden className="size-4.5" />
    </span>
  );
}

export function NoNotifications({ card = false }: { card?: boolean }) {
  return (
    <EmptyState
      card={card}
      icon={<BellOff aria-hidden />}
      title={t('no-notifications')}
      text={t('youre-all-caught-up')}
    />
  );
}

export function UnreadDot({ read, className }: { read: boolean; className: string }) {
  if (read) return null;
  return (
    <span className={classNames('size-2.5 rounded-full bg-accent', className)}>
      <span className="sr-only">{t('unread-mark')}</span>
    </span>
  );
}

type NotificationTimeProps = { createdAt: string; now: number; className?: string };

/** The tooltip has the date and time. */
export function NotificationTime({ createdAt, now, className = '' }: NotificationTimeProps) {
  return (
    <time
      dateTime={createdAt}
      title={formatDateTime(createdAt)}
      className={`text-xs whitespace-nowrap text-muted tabular-nums ${className}`}
    >
      {formatTimeAgo(createdAt, now)}
    </time>
  );
}
