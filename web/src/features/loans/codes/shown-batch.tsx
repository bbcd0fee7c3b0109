import { useCallback, useEffect, useState } from 'react';
import { useOpenInAddress } from '../../../lib/address.ts';
import { whenIdle } from '../../../lib/browser.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { requestCode } from './shown-code.ts';

type ShownBatch = {
  keyIds: string[];
  /** Differs for each opening, which asks for a code of its own. */
  instanceId: number;
};

/**
 * The batch code that is shown (`?batch=` in the address), and how to open and close it. `batch`
 * stays when it is closed, for the animation. A reload shows a new code for `restorable`, the keys
 * that may still be returned; undefined while they load.
 */
export function useShownBatch(restorable: readonly string[] | undefined) {
  const { value, openedHere, open, close } = useOpenInAddress('batch');
  const [batch, setBatch] = useState<ShownBatch | null>(null);
  const show = useCallback(
    (keyIds: readonly string[]) => {
      requestCode({ type: 'batch-return', keyIds: [...keyIds] });
      setBatch((before) => ({
        keyIds: [...keyIds],
        instanceId: (before?.instanceId ?? 0) + 1,
      }));
      open('shown');
    },
    [open],
  );
  const isReady = restorable !== undefined;
  useEffect(() => (isReady ? preloadBatchCode() : undefined), [isReady]);
  const restoring = value !== undefined && !openedHere;
  useEffect(() => {
    if (!restoring || !restorable) return;
    if (restorable.length > 0) show(restorable);
    else close();
  }, [restoring, restorable, show, close]);
  return { batch, open: openedHere, show, close };
}

export const BatchCodeModal = lazyComponent(() =>
  import('./code-modal.tsx').then((module) => module.BatchCodeModal),
);

/** Loads the batch code's script while nobody waits for it. A failure shows when the modal opens. */
function preloadBatchCode(): void {
  whenIdle(() => void BatchCodeModal.load().catch(() => undefined));
}
