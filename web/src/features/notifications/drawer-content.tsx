import type { Notification } from '@keydesk/shared/notifications/notification';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BellOff, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { useUser } from '../../lib/session.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { destinationOf, linkTo } from './destination.ts';
import { NotMe } from './not-me.tsx';
import { flattenPages } from './notification-cache.ts';
import { NotificationIcon, UnreadDot } from './notification-icon.tsx';
import { loadErrorMessage, seeMoreLabel } from './notification-text.ts';
import { NotificationTime } from './notification-time.tsx';
import { notificationsQuery } from './queries.ts';
import { useMarkNotifications } from './use-mark-notifications.ts';

const maxItems = 5;

/** The latest notifications, and a link to the others. */
export function DrawerContent({ onLeave }: { onLeave: () => void }) {
  const { data, error, isPending } = useInfiniteQuery(notificationsQuery);
  const { mark } = useMarkNotifications();
  const now = useNow();
  const all = data ? flattenPages(data) : [];
  const more = seeMoreLabel(all.length - maxItems, data?.pages.at(-1)?.hasMore ?? false);
  return (
    <>
      {error && (
        <div className="px-4 py-3">
          <Notice tone="error" icon={<CircleAlert aria-hidden />}>
            {loadErrorMessage(error)}
          </Notice>
        </div>
      )}
      {isPending && <Loading label="Loading notifications..." />}
      {data && all.length === 0 && (
        <EmptyState
          icon={<BellOff aria-hidden />}
          title="No notifications"
          text="You're all caught up!"
        />
      )}
      {all.length > 0 && (
        <ul aria-label="Latest notifications" className="divide-y divide-line">
          {all.slice(0, maxItems).map((item) => (
            <li key={item._id}>
              <DrawerItem item={item} now={now} onRead={(id) => mark(id, true)} onLeave={onLeave} />
              <NotMe item={item} now={now} className="-mt-1.5 pr-5 pb-3 pl-17 sm:pl-16" />
            </li>
          ))}
        </ul>
      )}
      {more && (
        <div className="bottom-0 border-t border-line bg-raised p-2 sm:sticky">
          <Link
            to="/dashboard/notifications"
            onClick={onLeave}
            className={buttonClassName('quiet', 'medium', 'w-full')}
          >
            {more}
          </Link>
        </div>
      )}
    </>
  );
}

type DrawerItemProps = {
  item: Notification;
  now: number;
  onRead: (id: string) => void;
  /** Another page or a dialog opens. */
  onLeave: () => void;
};

/** A notification in brief. A click marks it as read and opens what it is about, or its whole text. */
function DrawerItem({ item, now, onRead, onLeave }: DrawerItemProps) {
  const [expanded, setExpanded] = useState(false);
  const offline = useConnection() === 'offline';
  const role = useUser()?.role;
  const navigate = useNavigate();
  const destination = role ? destinationOf(item, role) : null;
  const open = () => {
    if (!item.read && !offline) onRead(item._id);
    if (!destination) return setExpanded(!expanded);
    onLeave();
    void navigate(linkTo(destination));
  };
  return (
    <button
      type="button"
      {...(!destination && { 'aria-expanded': expanded })}
      onClick={open}
      className="flex w-full items-start gap-3 px-5 py-3.5 text-left transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-2 sm:px-4"
    >
      <NotificationIcon template={item.template} />
      <span className="min-w-0 flex-1">
        <span className={classNames('block', item.read ? 'font-medium' : 'font-semibold')}>
          {item.title}
        </span>
        <span
          className={classNames(
            'text-sm wrap-break-word text-muted',
            expanded ? 'block' : 'line-clamp-2',
          )}
        >
          {item.message}
        </span>
        <NotificationTime createdAt={item.createdAt} now={now} className="mt-1 block" />
      </span>
      <UnreadDot read={item.read} className="mt-2 shrink-0" />
    </button>
  );
}
