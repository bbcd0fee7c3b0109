import { Menu } from '@base-ui/react/menu';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useBackCloses } from '../../lib/overlay-history.ts';
import { useOpenOnMount } from '../../ui/lazy-component.tsx';

type TopBarMenuProps = { button: ComponentProps<typeof Menu.Trigger>; children: ReactNode };

/** A button of the top bar with its menu, which is open from the start. */
export function TopBarMenu({ button, children }: TopBarMenuProps) {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger {...button} ref={useOpenOnMount()} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={12} className="z-40">
          <Menu.Popup className="max-w-(--available-width) min-w-[min(14rem,var(--available-width))] origin-(--transform-origin) rounded-2xl border border-line bg-raised p-1.5 shadow-float outline-none transition duration-150 ease-out-soft data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0">
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

export const menuItemClassName =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.625rem] px-3 text-[0.9375rem] outline-none select-none data-highlighted:bg-sunken [&_svg]:size-4.5 [&_svg]:text-muted';
