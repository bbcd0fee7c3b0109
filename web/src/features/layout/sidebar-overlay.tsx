import { Dialog } from '@base-ui/react/dialog';
import { t } from '@keydesk/shared/texts/en/shell';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBackCloses } from '../../lib/overlay-history.ts';
import { iconButtonClassName } from '../../ui/button.tsx';

type SidebarOverlayProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
};

export function SidebarOverlay({ open, title, onClose, children }: SidebarOverlayProps) {
  useBackCloses(open, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 start-0 z-50 flex w-[min(18rem,85vw)] flex-col border-e border-line bg-surface pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] transition-transform duration-200 ease-out-soft outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full">
          <div className="flex h-15 shrink-0 items-center justify-between border-b border-line pe-2 ps-5">
            <Dialog.Title className="text-xl font-semibold tracking-tight">{title}</Dialog.Title>
            <Dialog.Close aria-label={t('close-menu')} className={iconButtonClassName}>
              <X />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
