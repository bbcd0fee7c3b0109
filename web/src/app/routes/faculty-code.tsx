import type { Key } from '@keydesk/shared/keys/key';
import { type ReactNode, useCallback, useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { late } from '../../ui/late.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { useReadKeysAnew } from './use-read-keys-anew.ts';

const KeyCodeModal = late(() =>
  import('../../features/codes/key-code-modal.tsx').then((module) => module.KeyCodeModal),
);

type Shown = { type: 'key-request' | 'key-return'; item: Key; opening: number };

export type FacultyCode = {
  /** The button that shows a key's code; null for a key that another person has. */
  renderAction: (key: Key) => ReactNode;
  /** The same, as the one thing to do with a key. */
  renderLargeAction: (key: Key) => ReactNode;
  modal: ReactNode;
};

/** The codes that a faculty member may show, and the modal that shows them. */
export const useFacultyCode = (): FacultyCode => {
  const userId = useUser()?.id;
  const [shown, setShown] = useState<Shown | null>(null);
  const [open, setOpen] = useState(false);

  const show = useCallback((type: Shown['type'], item: Key) => {
    setShown((before) => ({ type, item, opening: (before?.opening ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const readKeysAnew = useReadKeysAnew();

  const renderButton = useCallback(
    (item: Key, large: boolean) => {
      const look = large
        ? ({ size: 'large', className: 'w-full' } as const)
        : ({ size: 'small' } as const);
      if (item.status === 'available')
        return (
          <ActionButton {...look} variant="secondary" onClick={() => show('key-request', item)}>
            <QrCodeIcon aria-hidden className="size-4.5 text-accent" />
            Generate QR
          </ActionButton>
        );
      if (item.takenBy?.userId !== userId) return null;
      return (
        <ActionButton {...look} onClick={() => show('key-return', item)}>
          <QrCodeIcon aria-hidden className="size-4.5" />
          Show Return QR
        </ActionButton>
      );
    },
    [show, userId],
  );
  return {
    renderAction: useCallback((item: Key) => renderButton(item, false), [renderButton]),
    renderLargeAction: useCallback((item: Key) => renderButton(item, true), [renderButton]),
    modal: shown && (
      <KeyCodeModal
        key={shown.opening}
        type={shown.type}
        item={shown.item}
        open={open}
        onClose={close}
        onDone={readKeysAnew}
      />
    ),
  };
};
