import { ConfirmReturnDialog } from './confirm-return-dialog.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { ScanErrorDialog } from './scan-error-dialog.tsx';
import type { ScanFlow } from './scan-flow.ts';

type ScanDialogsProps = { flow: ScanFlow; sinceText: (instant: string) => string };

/** Everything that the scan flow says or asks. */
export const ScanDialogs = ({ flow, sinceText }: ScanDialogsProps) => {
  const { step, camera } = flow.use();
  const dismiss = () => flow.send({ type: 'dismissed' });
  return (
    <>
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
