import { whenIdle } from '../../lib/browser.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

export const BatchCodeModal = lazyComponent(() =>
  import('../../features/codes/batch-code-modal.tsx').then((module) => module.BatchCodeModal),
);

/** Loads the batch code's script while nobody waits for it. A failure shows when the modal opens. */
export function preloadBatchCode(): void {
  whenIdle(() => void BatchCodeModal.load().catch(() => undefined));
}
