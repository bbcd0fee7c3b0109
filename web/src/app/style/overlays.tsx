import { Toast } from '@base-ui/react/toast';
import { hourMs } from '@keydesk/shared/durations';
import { type ReactNode, useEffect, useState } from 'react';
import { DrawerItem } from '../../features/notifications/drawer-content.tsx';
import { serverNow } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, OverlayContainer } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ToastCards } from '../../ui/toast/toaster.tsx';
import { Example, StyleSection } from './style-section.tsx';

const samples = (
  [
    ['overdue', 'Key Reminder', 'You still have 2 keys: CSE-104 and LIB-2.', 1],
    ['key-returned', 'Key Returned', 'Ravi Iyer returned your key CSE-104.', 26],
    ['codes-refused', 'Security Alert', 'Many refused codes at one desk.', 50],
  ] as const
).map(([template, title, message, hours], at) => ({
  template,
  title,
  message,
  _id: String(at),
  createdAt: new Date(serverNow() - hours * hourMs).toISOString(),
  read: at > 0,
  readAt: null,
  type: 'general' as const,
  priority: 'medium' as const,
}));

/** What opens over the page: dialogs, drawer, toasts. */
export function OverlaySection() {
  return (
    <StyleSection
      id="overlays"
      title="Dialogs, drawer and toasts"
      text="A dialog is a sheet from below on a phone. Toasts come from above: an error stays 5 s, a success 4 s, an offer until it is answered."
    >
      <Example name="Dialog">
        <OverlayFrame>
          <Dialog
            open
            onClose={noop}
            title={<span className="text-2xl">Collect Key</span>}
            description="From the person who has it."
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
        </OverlayFrame>
      </Example>
      <Example name="Notification drawer">
        <ul className="mx-auto max-w-96 divide-y divide-line overflow-hidden rounded-2xl border border-line bg-raised shadow-float">
          {samples.map((item) => (
            <li key={item._id}>
              <DrawerItem item={item} now={serverNow()} onRead={noop} onLeave={noop} />
            </li>
          ))}
        </ul>
      </Example>
      <Example name="Toasts">
        <ToastExamples />
      </Example>
    </StyleSection>
  );
}

/** Stands in for the window: what would cover the page covers this box. */
function OverlayFrame({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <OverlayContainer value={place}>
      <div
        ref={setPlace}
        className="relative h-108 overflow-hidden rounded-card [contain:layout]"
      />
      {place && children}
    </OverlayContainer>
  );
}

function noop() {
  return undefined;
}

/** One toast of each kind, without a timeout. */
function ToastExamples() {
  return (
    <Toast.Provider limit={exampleToasts.length}>
      <Toast.Viewport className="mx-auto flex max-w-md flex-col gap-2 outline-none">
        <PermanentToasts />
      </Toast.Viewport>
    </Toast.Provider>
  );
}

function PermanentToasts() {
  const { add } = Toast.useToastManager();
  useEffect(() => {
    for (const specimen of exampleToasts) add({ id: specimen.title, timeout: 0, ...specimen });
  }, [add]);
  return <ToastCards />;
}

const exampleToasts = [
  { type: 'error', title: 'Key is not available' },
  { type: 'success', title: 'Key CSE-104 (Programming Lab) returned successfully' },
  { type: 'info', title: 'A new version is ready', actionProps: { children: 'Reload' } },
] as const;
