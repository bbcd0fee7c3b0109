import { useState } from 'react';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { rememberHandover } from '../recent/recent-handovers.ts';
import { returnedText } from '../success-text.ts';
import { performWork } from './perform-work.ts';
import { createScanFlow, type ScanFlow } from './scan-flow.ts';
import type { ScanEvent } from './scan-state.ts';

/** Tells the desk by sound and vibration how a scan went. */
export type Announce = (result: 'success' | 'failure') => void;

const follow = (event: ScanEvent, announce: Announce, onHandover: () => void): void => {
  if (event.type === 'failed') announce('failure');
  if (event.type !== 'finished') return;
  announce('success');
  rememberHandover(event.outcome);
  onHandover();
  if (event.outcome.kind === 'returned') showSuccess(returnedText(event.outcome));
};

/** The scan flow of this page, which lives as long as the page does. */
export const useScanFlow = (announce: Announce, onHandover: () => void): ScanFlow => {
  const [flow] = useState(() =>
    createScanFlow({
      perform: performWork,
      onEvent: (event) => follow(event, announce, onHandover),
    }),
  );
  return flow;
};
