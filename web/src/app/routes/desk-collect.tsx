import type { Key } from '@keydesk/shared/keys/key';
import { type ReactNode, useCallback, useState } from 'react';
import { CollectDialog } from '../../features/desk/collect/collect-dialog.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { sinceNow } from './since-now.ts';
import { useReadKeysAnew } from './use-read-keys-anew.ts';

export type DeskCollect = {
  /** Collect, for a key that is out. */
  renderAction: (key: Key) => ReactNode;
  dialog: ReactNode;
};

/** Collecting keys by hand, from any list. */
export const useDeskCollect = (): DeskCollect => {
  const [item, setItem] = useState<Key | null>(null);
  const readKeysAnew = useReadKeysAnew();
  return {
    renderAction: useCallback(
      (key: Key) =>
        key.status === 'available' ? null : (
          <ActionButton
            size="small"
            variant="secondary"
            aria-label={`Collect ${key.keyNumber}`}
            onClick={() => setItem(key)}
          >
            Collect
          </ActionButton>
        ),
      [],
    ),
    dialog: (
      <CollectDialog
        item={item}
        onClose={() => setItem(null)}
        onCollected={readKeysAnew}
        sinceText={sinceNow}
      />
    ),
  };
};
