import { useMutation } from '@tanstack/react-query';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { showError } from '../../ui/toast/show-toast.ts';

/** What can happen to the duty at this computer. */
export type DutyChange =
  | { type: 'code'; text: string }
  | { type: 'pin'; guardId: string; pin: string }
  | { type: 'lock' }
  | { type: 'end' };

/**
 * Changes who is on duty here. `onChanged` is called afterwards, to learn who calls from here now;
 * `onRefused` when the server refused.
 */
export function useDutyChange(
  onChanged: (change: DutyChange) => Promise<void>,
  onRefused?: () => void,
) {
  return useMutation({
    mutationFn: async (change: DutyChange) => {
      await perform(change);
      await onChanged(change);
    },
    onError: (cause, { type }) => {
      onRefused?.();
      // The form shows what is wrong with a PIN.
      if (type !== 'pin') showError(getErrorMessage(cause));
    },
  });
}

function perform(change: DutyChange): Promise<unknown> {
  switch (change.type) {
    case 'code':
      return call(api.beginDuty, { body: { qrData: change.text } });
    case 'pin':
      return call(api.beginDuty, { body: { guardId: change.guardId, pin: change.pin } });
    case 'lock':
      return call(api.lockDuty, { body: {} });
    case 'end':
      return call(api.endDuty);
  }
}
