import { useEffect, useState } from 'react';
import { onKeyEvent } from '../../../lib/live/events.ts';
import { createStore } from '../../../lib/store.ts';
import { addRecentHandover } from '../recent-handovers.tsx';
import { initialScanState, type ScanEvent, type ScanTask, scanReducer } from './machine.ts';
import { performScan } from './perform.ts';

/** Announces by sound and vibration how a scan went. */
type Announce = (result: 'success' | 'failure') => void;

/** Runs the scan flow of a page: events in; work and feedback out. */
export function useScan(announce: Announce, onHandover: () => void): ScanFlow {
  const [flow] = useState(() =>
    createScanFlow({
      perform: performScan,
      onEvent: (event) => handleEvent(event, announce, onHandover),
    }),
  );
  useEffect(() => onKeyEvent(({ key }) => flow.send({ type: 'key-changed', key })), [flow]);
  return flow;
}

/** Applies events to the state and starts the work that a new state asks for. */
function createScanFlow({ perform, onEvent }: ScanFlowDeps) {
  const state = createStore(initialScanState);
  const send = (event: ScanEvent): void => {
    const before = state.get();
    const after = scanReducer(before, event);
    if (after === before) return;
    state.set(after);
    onEvent(event);
    if (after.step !== before.step && after.step.name === 'working')
      void perform(after.step.work).then(send);
  };
  return { use: state.use, get: state.get, send };
}

const failures: ReadonlySet<ScanEvent['type']> = new Set([
  'failed',
  'tag-refused',
  'access-refused',
  'key-elsewhere',
  'return-tag-refused',
]);

function handleEvent(event: ScanEvent, announce: Announce, onHandover: () => void): void {
  const isUnknownCard = event.type === 'card-read' && !event.person;
  if (isUnknownCard || failures.has(event.type)) announce('failure');
  if (event.type === 'collected' && !event.outcome.repeated) announce('success');
  if (event.type !== 'finished') return;
  onHandover();
  if (event.outcome.repeated) return;
  announce('success');
  addRecentHandover(event.outcome);
}

type ScanFlowDeps = {
  /** Does the work and returns the resulting event; never rejects. */
  perform: (work: ScanTask) => Promise<ScanEvent>;
  /** Called for every event that changed the state, after the change. */
  onEvent: (event: ScanEvent) => void;
};

export type ScanFlow = ReturnType<typeof createScanFlow>;
