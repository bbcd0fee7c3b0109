import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck, RefreshCw } from 'lucide-react';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { unreadCountOf } from './notification-cache.ts';
import { notificationsQuery } from './notifications.queries.ts';
import { useMarking } from './use-marking.ts';

/** What can be done with all notifications at once. */
export const NotificationActions = () => {
  const { data, isFetching, refetch } = useInfiniteQuery(notificationsQuery);
  const { markAll } = useMarking();
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
};
