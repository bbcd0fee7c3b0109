import { Popover } from '@base-ui/react/popover';
import type { Notification } from '@keydesk/shared/core/notifications';
import { t } from '@keydesk/shared/texts/en/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { useBackCloses } from '../../lib/overlay-history.ts';
import { useUser } from '../../lib/session.ts';
import { buttonClassName } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useOpenOnMount } from '../../ui/lazy-component.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { WholeNumbers } from '../../ui/record-link.tsx';
import { NotMe } from './not-me.tsx';
import { flattenPages } from './notification-cache.ts';
import {
  NoNotifications,
  NotificationIcon,
  NotificationTime,
  UnreadDot,
} from './notification-icon.tsx';
import { destinationOf, linkTo, loadErrorMessage, seeMoreLabel } from './notification-text.ts';
import { notificationsQuery, useMarkNotifications } from './queries.ts';

const popupClassName =
  'flex max-h-[min(44rem,var(--available-height))] w-96 origin-(--transform-origin) flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float outline-none transition duration-150 ease-out-soft data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0';

type NotificationPopupProps = { button: ComponentProps<typeof Popover.Trigger> };

export function NotificationPopup({ button }: NotificationPopupProps) {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger {...button} ref={useOpenOnMount()} />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={12} collisionPadding={12} className="z-40">
          <Popover.Popup className={popupClassName}>
            <Popover.Title className="border-b border-line px-4 py-3 font-semibold">
              {t('notifications')}
            </Popover.Title>
            <div className="min-h-0 overflow-y-auto overscroll-contain">
              <DrawerContent onLeave={() => setOpen(false)} />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type NotificationSheetProps = { open: boolean; onClose: () => void };

export function NotificationSheet({ open, onClose }: NotificationSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t('notifications')}>
      <div className="-mx-5 -mb-5">
        <DrawerContent onLeave={onClose} />
      </div>
    </Dialog>
  );
}

const maxItems = 5;

function DrawerContent({ onLeave }: { onLeave: () => void }) {
  const { data, error, isPending } = useInfiniteQuery(notificationsQuery);
  const { mark } = useMarkNotifications();
  const now = useNow();
  const all = data ? flattenPages(data) : [];
  const more = seeMoreLabel(all.length - maxItems, data?.pages.at(-1)?.hasMore ?? false);
  return (
    <>
      {error && (
        <div className="px-4 py-3">
          <ErrorNotice cause={loadErrorMessage(error)} />
        </div>
      )}
      {isPending && <Loading label={t('loading-notifications')} />}
      {data && all.length === 0 && <NoNotifications />}
      {all.length > 0 && (
        <ul aria-label={t('latest-notifications')} className="divide-y divide-line">
          {all.slice(0, maxItems).map((item) => (
            <li key={item._id}>
              <DrawerItem item={item} now={now} onRead={(id) => mark(id, true)} onLeave={onLeave} />
              <NotMe item={item} now={now} className="-mt-1.5 pe-5 pb-3 ps-17 sm:ps-16" />
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
  onLeave: () => void;
};

/** A click marks the notification as read and opens its subject or its full text. */
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
      className="flex w-full items-start gap-3 px-5 py-3.5 text-start transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-2 sm:px-4"
    >
      <NotificationIcon item={item} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{item.title}</span>
        <span
          className={classNames(
            'text-sm wrap-break-word text-muted',
            expanded ? 'block' : 'line-clamp-2',
          )}
        >
          <WholeNumbers>{item.message}</WholeNumbers>
        </span>
        <NotificationTime createdAt={item.createdAt} now={now} className="mt-1 block" />
      </span>
      <UnreadDot read={item.read} className="mt-2 shrink-0" />
    </button>
  );
}
