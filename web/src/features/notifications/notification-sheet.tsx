import { Dialog } from '../../ui/dialog.tsx';
import { DrawerContent } from './drawer-content.tsx';

type NotificationSheetProps = { open: boolean; onClose: () => void };

/** The latest notifications on a phone. */
export function NotificationSheet({ open, onClose }: NotificationSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Notifications">
      <div className="-mx-5 -mb-5">
        <DrawerContent onLeave={onClose} />
      </div>
    </Dialog>
  );
}
