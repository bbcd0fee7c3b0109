import { errorCatalogue } from '@keydesk/shared/core/errors';
import { isAttended } from '@keydesk/shared/duty/duty';
import type { Key } from '@keydesk/shared/keys/key';
import { type ReactNode, useCallback, useState } from 'react';
import { useDeskComputer } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { showError } from '../../../ui/toast/show-toast.ts';
import { playFeedback } from '../scanner/feedback.ts';
import { CollectDialog } from './collect-dialog.tsx';
import type { HandoverResult } from './handover-result.ts';
import { HandoverResultDialog } from './handover-result-dialog.tsx';

type DeskCollect = {
  /** The Collect button of a key that is out; null for any other. */
  renderAction: (key: Key) => ReactNode;
  closeResult: () => void;
  dialogs: ReactNode;
};

/** Collecting a key by hand, from any list, and where it goes then. */
export function useDeskCollect(): DeskCollect {
  const [item, setItem] = useState<Key | null>(null);
  const [outcome, setOutcome] = useState<HandoverResult | null>(null);
  const offDuty = useOffDuty();
  const finish = (collected: HandoverResult) => {
    if (!collected.repeated) playFeedback('success');
    setItem(null);
    setOutcome(collected);
  };
  return {
    renderAction: useCallback(
      (key: Key) =>
        key.status === 'available' ? null : (
          <ActionButton
            size="small"
            variant="secondary"
            aria-label={`Collect ${key.keyNumber}`}
            {...(offDuty ? refusing(offDuty) : { onClick: () => setItem(key) })}
          >
            Collect
          </ActionButton>
        ),
      [offDuty],
    ),
    closeResult: useCallback(() => setOutcome(null), []),
    dialogs: (
      <>
        <CollectDialog item={item} onClose={() => setItem(null)} onCollected={finish} />
        <HandoverResultDialog
          outcome={outcome}
          onClose={() => setOutcome(null)}
          closeLabel="Done"
        />
      </>
    ),
  };
}

/** Why nobody can collect at this computer now; null if somebody can. */
function useOffDuty(): string | null {
  const at = useDeskComputer();
  return at === null || isAttended(at) ? null : errorCatalogue.NOBODY_ON_DUTY.message;
}

/** The props of a button that only says why it does nothing. */
function refusing(why: string) {
  return { title: why, 'aria-disabled': true, onClick: () => showError(why) };
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
