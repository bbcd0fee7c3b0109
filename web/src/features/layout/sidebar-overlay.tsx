import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

type SidebarOverlayProps = { open: boolean; onClose: () => void; children: ReactNode };

/** The sidebar over the page, on screens without room beside it. */
export const SidebarOverlay = ({ open, onClose, children }: SidebarOverlayProps) => (
  <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
      <Dialog.Popup
        aria-label="Menu"
        className="fixed inset-y-0 left-0 z-50 w-[min(18rem,85vw)] border-r border-line bg-surface pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] transition-transform duration-200 ease-out-soft outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
      >
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
