import type { ComponentProps, MouseEvent } from 'react';
import { useConnection } from '../lib/live/connection.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { showError } from './toast/show-toast.ts';

/** A button for what only the server can do; without a connection it waits and says why. */
export function ActionButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} {...useOnlineOnly(props)} />;
}

/**
 * Parts of a button for what only the server can do. Offline it keeps its place and the focus, says
 * why it does not work, and does nothing.
 */
function useOnlineOnly(parts: ButtonParts): ButtonParts {
  if (useConnection() !== 'offline') return parts;
  return {
    title: offlineHint,
    'aria-disabled': true,
    'aria-describedby': offlineReasonId,
    onClick: (press: MouseEvent) => {
      // Neither does a form that it would send.
      press.preventDefault();
      showError(offlineHint);
    },
  };
}

/** The same as an icon. */
export function ActionIconButton(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} {...useOnlineOnly(props)} />;
}

/** The element that says, for all controls at once, why they do not work. */
const offlineReasonId = 'offline-reason';

/** Why a control does not work, and when it will. */
const offlineHint = 'This needs the server. It works again once the connection is back.';

type ButtonParts = Pick<
  ComponentProps<'button'>,
  'onClick' | 'title' | 'aria-disabled' | 'aria-describedby'
>;

/** Describes every control that waits for the connection; stands once, at the root of the page. */
export function OfflineReason() {
  return (
    useConnection() === 'offline' && (
      <p id={offlineReasonId} hidden>
        {offlineHint}
      </p>
    )
  );
}
