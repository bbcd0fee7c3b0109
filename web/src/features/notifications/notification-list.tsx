import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { changeCached } from '../../lib/change-cached.ts';
import { useNow } from '../../lib/use-now.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { loadFailure } from './load-failure.ts';
import { listOf, withFirstPage } from './notification-cache.ts';
import { NotificationRow } from './notification-row.tsx';
import { notificationsQuery } from './notifications.queries.ts';
import { useMarking } from './use-marking.ts';

/** Lets go of older pages with the page that showed them. */
const useNewestPageAfterwards = (): void => {
  const client = useQueryClient();
  useEffect(
    () => () => {
      changeCached(client, notificationsQuery.queryKey, withFirstPage);
    },
    [client],
  );
};

/** Every notification of the signed-in person, older ones on demand. */
export const NotificationList = () => {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(notificationsQuery);
  const { mark } = useMarking();
  const now = useNow();
  useNewestPageAfterwards();
  const all = data ? listOf(data) : [];
  const failure = error && `Error: ${loadFailure(error)}`;
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
};
