import { Popover } from '@base-ui/react/popover';
import { type ComponentProps, useState } from 'react';
import { useBackCloses } from '../../lib/overlay-history.ts';
import { useOpenOnMount } from '../../ui/lazy-component.tsx';
import { DrawerContent } from './drawer-content.tsx';

const popupClassName =
  'flex max-h-[min(44rem,var(--available-height))] w-96 origin-(--transform-origin) flex-col overflow-hidden rounded-2xl border border-line bg-raised shadow-float outline-none transition duration-150 ease-out-soft data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0';

type NotificationPopupProps = { button: ComponentProps<typeof Popover.Trigger> };

/** The bell with the latest notifications in a popover, for wide screens. */
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
              Notifications
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
