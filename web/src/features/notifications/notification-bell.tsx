import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useHasOpened, useMediaQuery } from '../../lib/hooks.ts';
import { Badge, badgeText } from '../../ui/badge.tsx';
import { IconButton, iconButtonClassName } from '../../ui/icon-button.tsx';
import { LazyPopover, lazyComponent } from '../../ui/lazy-component.tsx';
import { unreadCountOf } from './notification-cache.ts';
import { notificationsQuery, useLiveNotifications } from './queries.ts';
import { useNotificationToasts } from './use-notification-toasts.ts';

const NotificationPopup = lazyComponent(() =>
  import('./notification-popup.tsx').then((module) => module.NotificationPopup),
);
const NotificationSheet = lazyComponent(() =>
  import('./notification-sheet.tsx').then((module) => module.NotificationSheet),
);

const NotMeDialog = lazyComponent(() =>
  import('./not-me.tsx').then((module) => module.NotMeDialog),
);

/** The bell with the number of unread notifications; a click opens the drawer. */
export function NotificationBell() {
  useLiveNotifications();
  const { denied, forget } = useNotificationToasts();
  const { data } = useInfiniteQuery(notificationsQuery);
  const [open, setOpen] = useState(false);
  const sheetOpened = useHasOpened(open);
  const wide = useMediaQuery('(min-width: 40rem)');
  const unread = unreadCountOf(data);
  const label = unread > 0 ? `Notifications, ${badgeText(unread)} unread` : 'Notifications';
  const bell = <BellWithBadge unread={unread} />;

  const hasDenied = useHasOpened(denied !== null);
  const notMe = hasDenied && <NotMeDialog item={denied} onClose={forget} />;

  if (!wide)
    return (
      <>
        {notMe}
        <IconButton
          label={label}
          title="Notifications"
          aria-haspopup="dialog"
          icon={bell}
          onClick={() => setOpen(true)}
        />
        {sheetOpened && <NotificationSheet open={open} onClose={() => setOpen(false)} />}
      </>
    );
  const button = {
    'aria-label': label,
    title: 'Notifications',
    className: iconButtonClassName,
    children: bell,
  };
  return (
    <>
      {notMe}
      <LazyPopover
        {...button}
        aria-haspopup="dialog"
        load={NotificationPopup.load}
        loaded={<NotificationPopup button={button} />}
      />
    </>
  );
}

function BellWithBadge({ unread }: { unread: number }) {
  return (
    <>
      <Bell aria-hidden />
      {unread > 0 && (
        <Badge
          count={unread}
          tone="danger"
          className="absolute top-1 left-5 h-4.5! min-w-4.5! px-1! text-[0.6875rem]! ring-2 ring-surface"
        />
      )}
    </>
  );
}
