import type { Key } from '@keydesk/shared/keys/key';
import { useMemo, useState } from 'react';
import { CodeModal } from './code-modal.tsx';

type BatchCodeModalProps = {
  keyIds: string[];
  /** With at least the keys of `keyIds` when it opens; those leave the list once they are back. */
  keys: readonly Key[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
};

/** Shows the code with which the desk takes back several keys at once. */
export function BatchCodeModal({ keyIds, keys, ...rest }: BatchCodeModalProps) {
  const request = useMemo(() => ({ type: 'batch-return' as const, keyIds }), [keyIds]);
  const [numbers] = useState(() => numbersOf(keyIds, keys));
  const one = keyIds.length === 1;
  const noun = one ? 'Key' : 'Keys';
  const countText = `${keyIds.length} ${noun.toLowerCase()}`;
  return (
    <CodeModal
      {...rest}
      inAddress
      request={request}
      title={`Return ${keyIds.length} ${noun}`}
      description={numbers}
      instruction={`Show this QR code to security to return the ${noun.toLowerCase()}`}
      pictureLabel={`QR code to return ${countText}`}
      doneTitle={`${noun} returned`}
      doneText={`${countText} back at the desk`}
    />
  );
}

/** More would push the rest of the sheet off a phone's screen. */
const maxNumbers = 12;

/** The numbers of these keys, as many as fit. */
function numbersOf(keyIds: readonly string[], keys: readonly Key[]): string {
  const numbers = keys.filter(({ _id }) => keyIds.includes(_id)).map(({ keyNumber }) => keyNumber);
  const shown = numbers.slice(0, maxNumbers).join(', ');
  return numbers.length > maxNumbers ? `${shown} and ${numbers.length - maxNumbers} more` : shown;
}
