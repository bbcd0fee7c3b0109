import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { TakeAction } from '../../features/keys/not-free-action.tsx';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import type { ShowCode } from './use-shown-code.ts';

type CodeButtonProps = {
  item: Key;
  onShow: ShowCode;
  /** Among the buttons of other keys it is small, and taking is not the main thing to do. */
  inList?: boolean;
  /** For a key that another person has. */
  otherwise?: ReactNode;
};

/** Shows the code with which the reader takes a key, or returns it. */
export function CodeButton({ item, onShow, inList = false, otherwise = null }: CodeButtonProps) {
  const readerId = useUser()?.id;
  const size = inList ? 'small' : 'medium';
  if (item.status === 'available')
    return (
      <TakeAction item={item} onReturn={(overdue) => onShow('key-return', overdue)}>
        <ActionButton
          size={size}
          variant={inList ? 'secondary' : 'primary'}
          onClick={() => onShow('key-request', item)}
        >
          <QrCodeIcon aria-hidden className={inList ? 'size-4.5 text-accent' : 'size-4.5'} />
          Generate QR
        </ActionButton>
      </TakeAction>
    );
  if (!isHeldBy(item, readerId)) return otherwise;
  return (
    <ActionButton size={size} onClick={() => onShow('key-return', item)}>
      <QrCodeIcon aria-hidden className="size-4.5" />
      Show Return QR
    </ActionButton>
  );
}
