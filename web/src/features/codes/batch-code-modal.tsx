import { useMemo } from 'react';
import { CodeModal } from './code-modal.tsx';

type BatchCodeModalProps = {
  keyIds: string[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
};

/** Shows the code with which the desk takes back several keys at once. */
export function BatchCodeModal({ keyIds, ...rest }: BatchCodeModalProps) {
  const request = useMemo(() => ({ type: 'batch-return' as const, keyIds }), [keyIds]);
  const one = keyIds.length === 1;
  const keys = one ? 'Key' : 'Keys';
  const countText = `${keyIds.length} ${keys.toLowerCase()}`;
  return (
    <CodeModal
      {...rest}
      request={request}
      title={`Return ${keyIds.length} ${keys}`}
      instruction={`Show this QR code to security to return the ${keys.toLowerCase()}`}
      pictureLabel={`QR code to return ${countText}`}
      doneTitle={`${keys} returned`}
      doneText={`${countText} back at the desk`}
    />
  );
}
