import type { Key } from '@keydesk/shared/keys/key';
import { type ReactNode, useCallback, useState } from 'react';
import { CollectDialog } from '../../features/desk/collect-dialog.tsx';
import { OutcomeDialog } from '../../features/desk/scan/outcome-dialog.tsx';
import type { Outcome } from '../../features/desk/scan/results.ts';
import { formatSince } from '../../features/keys/key-text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useRefetchKeys } from '../live-connection.ts';

type DeskCollect = {
  /** The Collect button of a key that is out; null for any other. */
  renderAction: (key: Key) => ReactNode;
  closeResult: () => void;
  dialogs: ReactNode;
};

/** Collecting a key by hand, from any list, and where it goes then. */
export function useDeskCollect(): DeskCollect {
  const [item, setItem] = useState<Key | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const refetchKeys = useRefetchKeys();
  const finish = (collected: Outcome) => {
    setItem(null);
    setOutcome(collected);
    refetchKeys();
  };
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
    closeResult: useCallback(() => setOutcome(null), []),
    dialogs: (
      <>
        <CollectDialog
          item={item}
          onClose={() => setItem(null)}
          onCollected={finish}
          sinceText={formatSince}
        />
        <OutcomeDialog outcome={outcome} onClose={() => setOutcome(null)} closeLabel="Done" />
      </>
    ),
  };
}

/** The same for one key, wherever its details are shown. */
export function CollectKey({ item }: { item: Key }) {
  const { renderAction, dialogs } = useDeskCollect();
  return (
    <>
      {renderAction(item)}
      {dialogs}
    </>
  );
}
