import type { Key } from '@keydesk/shared/keys/key';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/handovers';
import { type ReactNode, useCallback } from 'react';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { CollectDialog } from './collect-dialog.tsx';
import { HandoverResultDialog } from './handover-result-dialog.tsx';
import { shownStep } from './scan-machine.ts';
import { type ScanFlow, useScan } from './use-scan.ts';

/** The Collect button of a key that is out; null for any other key. */
export function useCollectAction(
  { send }: ScanFlow,
  label = t('collect'),
): (key: Key) => ReactNode {
  return useCallback(
    (key: Key) =>
      key.loanId === null ? null : (
        <OnDutyButton
          size="small"
          variant="secondary"
          aria-label={t('collect-named', { action: label, keyNumber: key.keyNumber })}
          onClick={() => send({ type: 'collect-chosen', key })}
        >
          {label}
        </OnDutyButton>
      ),
    [send, label],
  );
}

type CollectDialogsProps = {
  flow: ScanFlow;
  overPerson?: boolean;
  closeLabel?: string;
  onAnother?: ((person: FoundPerson) => void) | undefined;
};

export function CollectDialogs({ flow, overPerson = false, ...result }: CollectDialogsProps) {
  const { step: current } = flow.use();
  const step = shownStep(current);
  const isHere = 'over' in step && (step.over !== null) === overPerson;
  const onClose = () => flow.send({ type: 'dismissed' });
  return (
    <>
      <CollectDialog
        step={isHere && step.name === 'collecting' ? step : null}
        busy={current.name === 'working'}
        onClose={onClose}
        onCollect={(reason) => flow.send({ type: 'take-back-chosen', reason })}
      />
      <HandoverResultDialog
        closeLabel={actionText('done')}
        {...result}
        outcome={isHere && step.name === 'done' ? step.outcome : null}
        onClose={onClose}
      />
    </>
  );
}

export function CollectKey({ item }: { item: Key }) {
  const flow = useScan();
  const renderCollect = useCollectAction(flow);
  return (
    <>
      {renderCollect(item)}
      <CollectDialogs flow={flow} />
    </>
  );
}
