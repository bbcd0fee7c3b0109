import type { ComponentProps, MouseEvent } from 'react';
import { useConnection } from '../lib/connection.ts';
import { showError } from './toast/show-toast.ts';

/** The element that says, for all controls at once, why they do not work. */
export const offlineReasonId = 'offline-reason';

/** Why a control does not work, and when it will. */
export const waitText = 'This needs the server. It works again once the connection is back.';

type ButtonParts = Pick<
  ComponentProps<'button'>,
  'onClick' | 'title' | 'aria-disabled' | 'aria-describedby'
>;

/**
 * Parts of a button for what only the server can do. Offline it keeps its place and the focus, says
 * why it does not work, and does nothing.
 */
export const useOnlineOnly = (parts: ButtonParts): ButtonParts => {
  if (useConnection() !== 'offline') return parts;
  return {
    title: waitText,
    'aria-disabled': true,
    'aria-describedby': offlineReasonId,
    onClick: (press: MouseEvent) => {
      // Neither does a form that it would send.
      press.preventDefault();
      showError(waitText);
    },
  };
};
