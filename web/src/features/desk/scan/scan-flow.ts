import { observable } from '../../../lib/observable.ts';
import { initialScanState, type ScanEvent, scanReducer, type Work } from './scan-state.ts';

type ScanFlowDeps = {
  /** Does the work and answers with what came of it; never rejects. */
  perform: (work: Work) => Promise<ScanEvent>;
  /** Hears every event that was taken up, after the state followed it. */
  onEvent: (event: ScanEvent) => void;
};

/** Runs the scan flow: takes events, starts the work that a new state asks for. */
export const createScanFlow = ({ perform, onEvent }: ScanFlowDeps) => {
  const state = observable(initialScanState);
  const send = (event: ScanEvent): void => {
    const before = state.get();
    const after = scanReducer(before, event);
    if (after === before) return;
    state.set(after);
    onEvent(event);
    if (after.step !== before.step && after.step.name === 'working')
      void perform(after.step.work).then(send);
  };
  return { use: state.use, send };
};

export type ScanFlow = ReturnType<typeof createScanFlow>;
