import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { BellOff, CheckCheck, CircleAlert, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useNow } from '../../lib/clock.ts';
import { updateQueryData } from '../../lib/query-client.ts';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { buttonClassName } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { LoadMore, QueryState } from '../../ui/query-state.tsx';
import { flattenPages, unreadCountOf, withFirstPage } from './notification-cache.ts';
import { NotificationRow } from './notification-row.tsx';
import { loadErrorMessage } from './notification-text.ts';
import { bundleQuery, notificationsQuery } from './queries.ts';
import { useMarkNotifications } from './use-mark-notifications.ts';

/** The notifications of the signed-in person, or those in a bundle; older ones on demand. */
export function NotificationList({ bundle }: { bundle?: string | undefined }) {
  const list = useInfiniteQuery(bundle ? bundleQuery(bundle) : notificationsQuery);
  const { mark } = useMarkNotifications();
  const now = useNow();
  useDropOlderPagesOnUnmount();
  const failure = (cause: unknown) => `Error: ${loadErrorMessage(cause)}`;
  if (!list.data)
    return (
      <QueryState query={list} loading="Loading notifications..." failure={failure} frame="card" />
    );
  const all = flattenPages(list.data);
  return (
    <>
      {list.error && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />} className="mb-4">
          {failure(list.error)}
        </Notice>
      )}
      {all.length === 0 && (
        <div className="card">
          <EmptyState
            icon={<BellOff aria-hidden />}
            title="No notifications"
            text="You're all caught up!"
          />
        </div>
      )}
      {all.length > 0 && (
        <ul
          aria-label="Notifications"
          className="@container card divide-y divide-line overflow-hidden"
        >
          {all.map((item) => (
            <li key={item._id}>
              <NotificationRow
                item={item}
                now={now}
                brief={all.length > mostInFull}
                onMark={bundle ? undefined : mark}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </>
  );
}

/** With more of them, each is brief on a phone, so that many are in view. */
const mostInFull = 8;

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
  const bundle = useSearch({
    strict: false,
    select: (search: { bundle?: unknown }) => search.bundle,
  });
  if (typeof bundle !== 'string')
    return (
      <>
        <PageHeader title="Notifications" action={<NotificationActions />} />
        <NotificationList />
      </>
    );
  const all = (
    <Link to="/dashboard/notifications" className={buttonClassName('secondary', 'small')}>
      All notifications
    </Link>
  );
  return (
    <>
      <PageHeader title="More Messages" action={all} />
      <NotificationList key={bundle} bundle={bundle} />
    </>
  );
}
