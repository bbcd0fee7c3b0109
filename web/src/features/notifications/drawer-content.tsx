import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, CircleAlert } from 'lucide-react';
import { useNow } from '../../lib/use-now.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DrawerItem } from './drawer-item.tsx';
import { loadFailure } from './load-failure.ts';
import { moreText } from './more-text.ts';
import { listOf } from './notification-cache.ts';
import { notificationsQuery } from './notifications.queries.ts';
import { useMarking } from './use-marking.ts';

/** How many notifications the drawer lists (spec §9). */
const longest = 5;

/** The latest notifications, and the way to the others. */
export const DrawerContent = ({ onLeave }: { onLeave: () => void }) => {
  const { data, error, isPending } = useInfiniteQuery(notificationsQuery);
  const { mark } = useMarking();
  const now = useNow();
  const all = data ? listOf(data) : [];
  const more = moreText(all.length - longest, data?.pages.at(-1)?.hasMore ?? false);
  return (
    <>
      {error && (
        <div className="px-4 py-3">
          <Notice tone="error" icon={<CircleAlert aria-hidden />}>
            {loadFailure(error)}
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
          {all.slice(0, longest).map((item) => (
            <li key={item._id}>
              <DrawerItem item={item} now={now} onRead={(id) => mark(id, true)} />
            </li>
          ))}
        </ul>
      )}
      {more && (
        <div className="bottom-0 border-t border-line bg-raised p-2 sm:sticky">
          <Link
            to="/dashboard/notifications"
            onClick={onLeave}
            className={buttonLook('quiet', 'medium', 'w-full')}
          >
            {more}
          </Link>
        </div>
      )}
    </>
  );
};
