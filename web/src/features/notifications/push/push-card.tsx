import { BellOff, BellRing } from 'lucide-react';
import { useProductName } from '../../../lib/config.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type DevicePush, useDevicePush } from './use-device-push.ts';

const textFor = (state: DevicePush['state'], product: string): string => {
  switch (state) {
    case 'unsupported':
      return `This browser cannot receive notifications while ${product} is closed. On an iPhone or iPad, add ${product} to the home screen first.`;
    case 'blocked':
      return 'Notifications are blocked. Allow them in the settings of your browser.';
    case 'on':
      return `Reminders and alerts reach this device even while ${product} is closed.`;
    default:
      return `Get reminders and alerts on this device even while ${product} is closed.`;
  }
};

/** The switch for push notifications; the browser asks for its permission on the press only. */
export const PushCard = ({ userId }: { userId: string }) => {
  const { state, busy, turnOn, turnOff } = useDevicePush(userId);
  const product = useProductName();
  return (
    <Card aria-labelledby="device-push" className="mt-5 max-w-2xl">
      <h2 id="device-push" className="text-lg font-semibold">
        Notifications on this device
      </h2>
      <p className="mt-1 max-w-prose text-muted">{textFor(state, product)}</p>
      {state === 'on' && (
        <ActionButton variant="secondary" busy={busy} onClick={turnOff} className="mt-4">
          {!busy && <BellOff aria-hidden className="size-4.5" />}
          Turn off notifications on this device
        </ActionButton>
      )}
      {(state === 'off' || state === 'unknown') && (
        <ActionButton
          variant="secondary"
          busy={busy}
          disabled={state === 'unknown'}
          onClick={turnOn}
          className="mt-4"
        >
          {!busy && <BellRing aria-hidden className="size-4.5" />}
          Turn on notifications on this device
        </ActionButton>
      )}
    </Card>
  );
};
