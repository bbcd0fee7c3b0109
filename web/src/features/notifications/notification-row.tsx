import type { Notification } from '@keydesk/shared/notifications/notification';
import { Mail, MailOpen } from 'lucide-react';
import { momentText } from '../../lib/date-text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { agoText } from './ago-text.ts';
import { NotificationIcon } from './notification-icon.tsx';
import { UnreadDot } from './unread-dot.tsx';

type NotificationRowProps = {
  item: Notification;
  now: number;
  onMark: (id: string, read: boolean) => void;
};

const When = ({ createdAt, now }: { createdAt: string; now: number }) => {
  const moment = momentText(createdAt);
  const ago = agoText(createdAt, now);
  return (
    <time
      dateTime={createdAt}
      className="mt-1 flex flex-wrap gap-x-2.5 text-sm text-muted tabular-nums"
    >
      {moment !== ago && <span>{ago}</span>}
      <span>{moment}</span>
    </time>
  );
};

/** A notification in full, with the switch between read and unread. */
export const NotificationRow = ({ item, now, onMark }: NotificationRowProps) => (
  <article
    className={classNames(
      'flex items-start gap-3 py-4 pr-4 pl-2 sm:gap-3.5 sm:pr-5 sm:pl-3',
      !item.read && 'bg-accent-soft/35',
    )}
  >
    <UnreadDot read={item.read} />
    <NotificationIcon title={item.title} />
    <div className="flex min-w-0 flex-1 flex-col gap-x-4 sm:flex-row sm:items-start">
      <div className="min-w-0 flex-1">
        <h2 className={item.read ? 'font-medium' : 'font-semibold'}>{item.title}</h2>
        <p className="mt-0.5 max-w-prose text-[0.9375rem] wrap-break-word">{item.message}</p>
        <When createdAt={item.createdAt} now={now} />
      </div>
      <ActionButton
        variant="quiet"
        size="small"
        onClick={() => onMark(item._id, !item.read)}
        className="-ml-3 self-start sm:ml-0"
      >
        {item.read ? (
          <Mail aria-hidden className="size-4" />
        ) : (
          <MailOpen aria-hidden className="size-4" />
        )}
        {item.read ? 'Mark as unread' : 'Mark as read'}
      </ActionButton>
    </div>
  </article>
);
