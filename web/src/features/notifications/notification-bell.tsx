import { Popover } from '@base-ui/react/popover';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';
import { Badge, badgeText } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton, iconButtonLook } from '../../ui/icon-button.tsx';
import { DrawerContent } from './drawer-content.tsx';
import { unreadCountOf } from './notification-cache.ts';
import { notificationsQuery } from './notifications.queries.ts';
import { useLiveNotifications } from './use-live-notifications.ts';

const popupLook =
  'flex max-h-[min(44rem,var(--available-height))] w-96 origin-(--transform-origin) flex-col overflow-hidden rounded-2xl border border-line bg-raised shadow-float outline-none transition duration-150 ease-out-soft data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0';

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
  const roomy = useMediaQuery('(min-width: 640px)');
  const unread = unreadCountOf(data);
  const label = unread > 0 ? `Notifications, ${badgeText(unread)} unread` : 'Notifications';
  const close = () => setOpen(false);

  if (!roomy)
    return (
      <>
        <IconButton
          label={label}
          title="Notifications"
          aria-haspopup="dialog"
          icon={<BellWithBadge unread={unread} />}
          onClick={() => setOpen(true)}
        />
        <Dialog open={open} onClose={close} title="Notifications">
          <div className="-mx-5 -mb-5">
            <DrawerContent onLeave={close} />
          </div>
        </Dialog>
      </>
    );
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger aria-label={label} title="Notifications" className={iconButtonLook}>
        <BellWithBadge unread={unread} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={12} collisionPadding={12} className="z-40">
          <Popover.Popup className={popupLook}>
            <Popover.Title className="border-b border-line px-4 py-3 font-semibold">
              Notifications
            </Popover.Title>
            <div className="min-h-0 overflow-y-auto overscroll-contain">
              <DrawerContent onLeave={close} />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};
