import type { Key } from '@keydesk/shared/keys/key';
import { useCallback, useEffect, useState } from 'react';
import { useOpenInAddress } from '../../../lib/address.ts';
import { whenIdle } from '../../../lib/browser.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { useRefetchKeys } from '../../keys/queries.ts';
import { requestCode } from './shown-code.ts';

type ShownBatch = {
  keyIds: string[];
  instanceId: number;
};

/**
 * The modal of a batch code (`?batch=` in the address), and how to open it for some of `keys`. A
 * reload shows a new code for `restorable`, the keys that can still be returned. Both are undefined
 * while they load.
 */
export function useShownBatch(
  keys: readonly Key[] | undefined,
  restorable: readonly string[] | undefined,
) {
  const refetchKeys = useRefetchKeys();
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
  return {
    show,
    modal: batch && (
      <BatchCodeModal
        key={batch.instanceId}
        keyIds={batch.keyIds}
        keys={keys ?? []}
        open={openedHere}
        onClose={close}
        onDone={refetchKeys}
      />
    ),
  };
}

const BatchCodeModal = lazyComponent(() => import('./code-modal.tsx'), 'BatchCodeModal');

function preloadBatchCode(): void {
  whenIdle(() => void BatchCodeModal.load().catch(() => undefined));
}
