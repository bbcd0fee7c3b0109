import type { Notification } from '@keydesk/shared/notifications/notification';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, CheckCheck, CircleAlert, Mail, MailOpen, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatDateTime } from '../../lib/format.ts';
import { updateQueryData } from '../../lib/query-client.ts';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { flattenPages, unreadCountOf, withFirstPage } from './notification-cache.ts';
import { NotificationIcon, UnreadDot } from './notification-icon.tsx';
import { formatTimeAgo, loadErrorMessage } from './notification-text.ts';
import { notificationsQuery } from './queries.ts';
import { useMarkNotifications } from './use-mark-notifications.ts';

/** The notifications of the signed-in person; older ones on demand. */
export function NotificationList() {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(notificationsQuery);
  const { mark } = useMarkNotifications();
  const now = useNow();
  useDropOlderPagesOnUnmount();
  const all = data ? flattenPages(data) : [];
  const failure = error && `Error: ${loadErrorMessage(error)}`;
  if (failure && !data)
    return (
      <div className="card">
        <ErrorState message={failure} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <>
      {failure && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />} className="mb-4">
          {failure}
        </Notice>
      )}
      {isPending && <Loading label="Loading notifications..." />}
      {data && all.length === 0 && (
        <div className="card">
          <EmptyState
            icon={<BellOff aria-hidden />}
            title="No notifications"
            text="You're all caught up!"
          />
        </div>
      )}
      {all.length > 0 && (
        <ul aria-label="Notifications" className="card divide-y divide-line overflow-hidden">
          {all.map((item) => (
            <li key={item._id}>
              <NotificationRow item={item} now={now} onMark={mark} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <ActionButton
            variant="secondary"
            busy={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Load More
          </ActionButton>
        </div>
      )}
    </>
  );
}

/** Drops the older pages from the cache when the list is closed. */
function useDropOlderPagesOnUnmount(): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      updateQueryData(client, notificationsQuery.queryKey, withFirstPage);
    },
    [client],
  );
}

type NotificationRowProps = {
  item: Notification;
  now: number;
  onMark: (id: string, read: boolean) => void;
};

/** A notification in full, with a button to mark it read or unread. */
export function NotificationRow({ item, now, onMark }: NotificationRowProps) {
  return (
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
          <Timestamp createdAt={item.createdAt} now={now} />
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
}

function Timestamp({ createdAt, now }: { createdAt: string; now: number }) {
  const moment = formatDateTime(createdAt);
  const ago = formatTimeAgo(createdAt, now);
  return (
    <time
      dateTime={createdAt}
      className="mt-1 flex flex-wrap gap-x-2.5 text-sm text-muted tabular-nums"
    >
      {moment !== ago && <span>{ago}</span>}
      <span>{moment}</span>
    </time>
  );
}

/** Mark all as read, and refresh. */
export function NotificationActions() {
  const { data, isFetching, refetch } = useInfiniteQuery(notificationsQuery);
  const { markAll } = useMarkNotifications();
  return (
    <>
      <ActionButton
        variant="secondary"
        size="small"
        disabled={unreadCountOf(data) === 0}
        onClick={markAll}
      >
        <CheckCheck aria-hidden className="size-4.5 max-sm:hidden" />
        Mark all read
      </ActionButton>
      <ActionIconButton
        label="Refresh"
        icon={<RefreshCw className={isFetching ? 'animate-spin' : ''} />}
        disabled={isFetching}
        onClick={() => void refetch()}
      />
    </>
  );
}

/** The notifications page. */
export function NotificationsPage() {
  return (
    <>
      <PageHeader title="Notifications" action={<NotificationActions />} />
      <NotificationList />
    </>
  );
}
