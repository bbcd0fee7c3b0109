import { useMemo } from 'react';
import { CodeModal } from './code-modal.tsx';

type BatchCodeModalProps = {
  keyIds: string[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
};

/** The code with which the desk takes several keys back at once. */
export function BatchCodeModal({ keyIds, ...rest }: BatchCodeModalProps) {
  const wish = useMemo(() => ({ type: 'batch-return' as const, keyIds }), [keyIds]);
  const one = keyIds.length === 1;
  const keys = one ? 'Key' : 'Keys';
  const counted = `${keyIds.length} ${keys.toLowerCase()}`;
  return (
    <CodeModal
      {...rest}
      request={wish}
      title={`Return ${keyIds.length} ${keys}`}
      instruction={`Show this QR code to security to return the ${keys.toLowerCase()}`}
      pictureLabel={`QR code to return ${counted}`}
      doneTitle={`${keys} returned`}
      doneText={`${counted} back at the desk`}
    />
  );
}
