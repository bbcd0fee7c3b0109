import type { Key } from '@keydesk/shared/keys/key';
import { type ReactNode, useMemo } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { dueText } from '../../lib/due.ts';
import { KeyNumber } from '../../ui/key-number.tsx';
import { CodeModal } from './code-modal.tsx';

type KeyCodeModalProps = {
  type: 'key-request' | 'key-return';
  item: Pick<Key, '_id' | 'keyNumber' | 'keyName'>;
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
  /** Shown when somebody else has the requested key. */
  whenTaken?: ReactNode;
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
export function KeyCodeModal({ type, item, whenTaken, ...rest }: KeyCodeModalProps) {
  const { _id: keyId, keyNumber, keyName } = item;
  const request = useMemo(() => ({ type, keyId }), [type, keyId]);
  const { title, instruction, purpose, doneTitle, doneText } = texts[type];
  const timezone = useCampusTimezone();
  const due = (dueAt: string | null) => dueAt && dueText(dueAt, serverNow(), timezone);
  const name = keyNumber || keyName;
  return (
    <CodeModal
      request={request}
      inAddress
      {...rest}
      whenTaken={whenTaken}
      title={
        <>
          {title} <KeyNumber number={name} className="text-2xl" />
        </>
      }
      description={keyNumber && keyName}
      instruction={instruction}
      pictureLabel={`QR code to ${purpose} key ${name}`}
      doneTitle={doneTitle}
      doneText={doneText(name)}
      doneNote={type === 'key-request' ? due : undefined}
    />
  );
}
