import type { Key } from '@keydesk/shared/keys/key';
import { useMemo } from 'react';
import { CodeModal } from './code-modal.tsx';

type KeyCodeModalProps = {
  type: 'key-request' | 'key-return';
  item: Pick<Key, '_id' | 'keyNumber' | 'keyName'>;
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
};

const texts = {
  'key-request': {
    title: 'Request Key',
    instruction: 'Show this QR code to security to take the key',
    purpose: 'take',
    doneTitle: 'Key taken',
    doneText: (number: string) => `${number} is with you now`,
  },
  'key-return': {
    title: 'Return Key',
    instruction: 'Show this QR code to security to return the key',
    purpose: 'return',
    doneTitle: 'Key returned',
    doneText: (number: string) => `${number} is back at the desk`,
  },
};

/** Shows the code with which the desk hands out one key, or takes it back. */
export function KeyCodeModal({ type, item, open, onClose, onDone }: KeyCodeModalProps) {
  const { _id: keyId, keyNumber, keyName } = item;
  const request = useMemo(() => ({ type, keyId }), [type, keyId]);
  const { title, instruction, purpose, doneTitle, doneText } = texts[type];
  const name = keyNumber || keyName;
  return (
    <CodeModal
      request={request}
      open={open}
      onClose={onClose}
      onDone={onDone}
      title={
        <>
          {title} <span className="key-number text-2xl whitespace-nowrap">{name}</span>
        </>
      }
      description={keyNumber && keyName}
      instruction={instruction}
      pictureLabel={`QR code to ${purpose} key ${name}`}
      doneTitle={doneTitle}
      doneText={doneText(name)}
    />
  );
}
