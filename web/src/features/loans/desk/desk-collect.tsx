import type { Key } from '@keydesk/shared/keys/key';
import { actions } from '@keydesk/shared/texts/en/actions';
import { handovers } from '@keydesk/shared/texts/en/handovers';
import { translator } from '@keydesk/shared/texts/translator';
import { type ReactNode, useCallback, useState } from 'react';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { playFeedback } from '../scanner/feedback.ts';
import { CollectDialog } from './collect-dialog.tsx';
import type { HandoverResult } from './handover-result.ts';
import { HandoverResultDialog } from './handover-result-dialog.tsx';

const t = translator(handovers);
const actionText = translator(actions);

type DeskCollect = {
  /** The Collect button of a key that is out; null for any other. */
  renderAction: (key: Key) => ReactNode;
  closeResult: () => void;
  /** Closes what is open. */
  close: () => void;
  dialogs: ReactNode;
};

/** Collecting a key by hand, from any list, and where it goes then. `label` is on the button. */
export function useDeskCollect(label = t('collect')): DeskCollect {
  const [item, setItem] = useState<Key | null>(null);
  const [outcome, setOutcome] = useState<HandoverResult | null>(null);
  const finish = (collected: HandoverResult) => {
    if (!collected.repeated) playFeedback('success');
    setItem(null);
    setOutcome(collected);
  };
  return {
    renderAction: useCallback(
      (key: Key) =>
        key.loanId === null ? null : (
          <OnDutyButton
            size="small"
            variant="secondary"
            aria-label={t('collect-named', { action: label, keyNumber: key.keyNumber })}
            onClick={() => setItem(key)}
          >
            {label}
          </OnDutyButton>
        ),
      [label],
    ),
    closeResult: useCallback(() => setOutcome(null), []),
    close: useCallback(() => {
      setItem(null);
      setOutcome(null);
    }, []),
    dialogs: (
      <>
        <CollectDialog item={item} onClose={() => setItem(null)} onCollected={finish} />
        <HandoverResultDialog
          outcome={outcome}
          onClose={() => setOutcome(null)}
          closeLabel={actionText('done')}
        />
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
