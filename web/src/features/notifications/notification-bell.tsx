import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';
import { Badge, badgeText } from '../../ui/badge.tsx';
import { IconButton, iconButtonLook } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LatePopup } from '../../ui/late-popup.tsx';
import { useOnceOpen } from '../../ui/use-once-open.ts';
import { unreadCountOf } from './notification-cache.ts';
import { notificationsQuery } from './notifications.queries.ts';
import { useLiveNotifications } from './use-live-notifications.ts';

const NotificationPopup = late(() =>
  import('./notification-popup.tsx').then((module) => module.NotificationPopup),
);
const NotificationSheet = late(() =>
  import('./notification-sheet.tsx').then((module) => module.NotificationSheet),
);

const BellWithBadge = ({ unread }: { unread: number }) => (
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

/** The bell with its count of unread notifications; a press opens the drawer. */
export const NotificationBell = () => {
  useLiveNotifications();
  const { data } = useInfiniteQuery(notificationsQuery);
  const [open, setOpen] = useState(false);
  const sheet = useOnceOpen(open);
  const roomy = useMediaQuery('(min-width: 640px)');
  const unread = unreadCountOf(data);
  const label = unread > 0 ? `Notifications, ${badgeText(unread)} unread` : 'Notifications';
  const bell = <BellWithBadge unread={unread} />;

  if (!roomy)
    return (
      <>
        <IconButton
          label={label}
          title="Notifications"
          aria-haspopup="dialog"
          icon={bell}
          onClick={() => setOpen(true)}
        />
        {sheet && <NotificationSheet open={open} onClose={() => setOpen(false)} />}
      </>
    );
  const button = {
    'aria-label': label,
    title: 'Notifications',
    className: iconButtonLook,
    children: bell,
  };
  return (
    <LatePopup
      {...button}
      aria-haspopup="dialog"
      load={NotificationPopup.load}
      loaded={<NotificationPopup button={button} />}
    />
  );
};
