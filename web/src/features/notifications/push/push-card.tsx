import { BellOff, BellRing } from 'lucide-react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type DevicePush, useDevicePush } from './use-device-push.ts';

const texts: Record<DevicePush['state'], string> = {
  unsupported:
    'This browser cannot receive notifications while Keydesk is closed. On an iPhone or iPad, add Keydesk to the home screen first.',
  blocked: 'Notifications are blocked. Allow them in the settings of your browser.',
  off: 'Get reminders and alerts on this device even while Keydesk is closed.',
  on: 'Reminders and alerts reach this device even while Keydesk is closed.',
  unknown: 'Get reminders and alerts on this device even while Keydesk is closed.',
};

/** The switch for push notifications; the browser asks for its permission on the press only. */
export const PushCard = ({ userId }: { userId: string }) => {
  const { state, busy, turnOn, turnOff } = useDevicePush(userId);
  return (
    <Card aria-labelledby="device-push" className="mt-5 max-w-2xl">
      <h2 id="device-push" className="text-lg font-semibold">
        Notifications on this device
      </h2>
      <p className="mt-1 max-w-prose text-muted">{texts[state]}</p>
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
