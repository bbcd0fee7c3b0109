import { type ReactNode, useState } from 'react';
import { DrawerItem } from '../../features/notifications/drawer-item.tsx';
import { serverNow } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OverlayPlace } from '../../ui/overlay-place.ts';
import { TextField } from '../../ui/text-field.tsx';
import { Group, Sheet } from './sheet.tsx';
import { ToastSpecimens } from './toast-specimens.tsx';

const nothing = () => undefined;

/** A window of its own, so to say: what covers the page covers this box. */
const Stage = ({ children }: { children: ReactNode }) => {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <OverlayPlace value={place}>
      <div
        ref={setPlace}
        className="relative h-108 overflow-hidden rounded-card [contain:layout]"
      />
      {place && children}
    </OverlayPlace>
  );
};

const samples = [
  { title: 'Key Reminder', message: 'You still have 2 keys: CSE-104 and LIB-2.', hours: 1 },
  { title: 'Key Returned', message: 'Ravi Iyer returned your key CSE-104.', hours: 26 },
  { title: 'Security Alert', message: 'Many refused codes at one desk.', hours: 50 },
].map(({ hours, ...texts }, at) => ({
  ...texts,
  _id: String(at),
  createdAt: new Date(serverNow() - hours * 3_600_000).toISOString(),
  read: at > 0,
  readAt: null,
  type: 'general' as const,
  priority: 'medium' as const,
}));

/** What comes over the page. */
export const OverlaySheet = () => (
  <Sheet
    id="overlays"
    title="Dialogs, drawer and toasts"
    text="A dialog is a sheet from below on a phone. Toasts come from above: an error stays 5 s, a success 4 s, an offer until it is answered."
  >
    <Group name="Dialog">
      <Stage>
        <Dialog
          open
          onClose={nothing}
          title={<span className="text-2xl">Collect Key</span>}
          description="From whoever has it."
          actions={
            <>
              <Button variant="secondary" size="large">
                Cancel
              </Button>
              <Button size="large">Collect</Button>
            </>
          }
        >
          <TextField label="Reason (optional)" />
        </Dialog>
      </Stage>
    </Group>
    <Group name="Notification drawer">
      <ul className="mx-auto max-w-96 divide-y divide-line overflow-hidden rounded-2xl border border-line bg-raised shadow-float">
        {samples.map((item) => (
          <li key={item._id}>
            <DrawerItem item={item} now={serverNow()} onRead={nothing} />
          </li>
        ))}
      </ul>
    </Group>
    <Group name="Toasts">
      <ToastSpecimens />
    </Group>
  </Sheet>
);
