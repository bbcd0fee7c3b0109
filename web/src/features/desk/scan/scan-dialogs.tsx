import { CollectDialog } from '../collect/collect-dialog.tsx';
import { ConfirmReturnDialog } from './confirm-return-dialog.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { ScanErrorDialog } from './scan-error-dialog.tsx';
import type { ScanFlow } from './scan-flow.ts';
import { TaggedKeyDialog } from './tagged-key-dialog.tsx';

type ScanDialogsProps = {
  flow: ScanFlow;
  sinceText: (instant: string) => string;
  /** A key was collected whose tag had been scanned. */
  onCollected: () => void;
};

/** Everything that the scan flow says or asks. */
export const ScanDialogs = ({ flow, sinceText, onCollected }: ScanDialogsProps) => {
  const { step, camera } = flow.use();
  const dismiss = () => flow.send({ type: 'dismissed' });
  const tagged = step.name === 'showing-key' ? step.key : null;
  return (
    <>
      <CollectDialog
        item={tagged?.loanId ? tagged : null}
        onClose={dismiss}
        onCollected={onCollected}
        sinceText={sinceText}
      />
      <TaggedKeyDialog
        item={tagged?.loanId ? null : tagged}
        onClose={dismiss}
        closeLabel={camera ? 'Scan Next' : 'OK'}
      />
      <ConfirmReturnDialog
        step={step}
        onConfirm={() => flow.send({ type: 'return-confirmed' })}
        onCancel={dismiss}
        sinceText={sinceText}
      />
      <OutcomeDialog
        outcome={step.name === 'done' ? step.outcome : null}
        onClose={dismiss}
        closeLabel={camera ? 'Scan Next' : 'Done'}
      />
      <ScanErrorDialog
        failure={step.name === 'failed' ? step.failure : null}
        onRepeat={() => flow.send({ type: 'repeated' })}
        onClose={dismiss}
        closeLabel={camera ? 'Scan Next' : 'OK'}
      />
    </>
  );
};
