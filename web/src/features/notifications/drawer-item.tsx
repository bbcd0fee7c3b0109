import type { Notification } from '@keydesk/shared/notifications/notification';
import { useState } from 'react';
import { useConnection } from '../../lib/connection.ts';
import { momentText } from '../../lib/date-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { agoText } from './ago-text.ts';
import { NotificationIcon } from './notification-icon.tsx';
import { UnreadDot } from './unread-dot.tsx';

type DrawerItemProps = { item: Notification; now: number; onRead: (id: string) => void };

/** A notification in brief. A press shows all of it and marks it as read. */
export const DrawerItem = ({ item, now, onRead }: DrawerItemProps) => {
  const [whole, setWhole] = useState(false);
  const offline = useConnection() === 'offline';
  const press = () => {
    setWhole(!whole);
    if (!item.read && !offline) onRead(item._id);
  };
  return (
    <button
      type="button"
      aria-expanded={whole}
      onClick={press}
      className="flex w-full items-start gap-3 px-5 py-3.5 text-left transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-2 sm:px-4"
    >
      <NotificationIcon title={item.title} />
      <span className="min-w-0 flex-1">
        <span className={classNames('block', item.read ? 'font-medium' : 'font-semibold')}>
          {item.title}
        </span>
        <span
          className={classNames(
            'text-sm wrap-break-word text-muted',
            whole ? 'block' : 'line-clamp-2',
          )}
        >
          {item.message}
        </span>
        <time
          dateTime={item.createdAt}
          title={momentText(item.createdAt)}
          className="mt-1 block text-xs text-muted tabular-nums"
        >
          {agoText(item.createdAt, now)}
        </time>
      </span>
      <UnreadDot read={item.read} />
    </button>
  );
};
