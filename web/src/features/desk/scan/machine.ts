import type { Key } from '@keydesk/shared/keys/key';
import type { Outcome, ReturnDetails, ScanFailure } from './results.ts';

/** What is being done with a scanned text. */
export type ScanTask =
  | { task: 'read'; text: string }
  | { task: 'return'; text: string; details: ReturnDetails };

export type ScanStep =
  | { name: 'waiting' }
  | { name: 'working'; work: ScanTask }
  | { name: 'confirming'; text: string; details: ReturnDetails; interrupted: boolean }
  | { name: 'showing-key'; text: string; key: Key }
  | { name: 'done'; outcome: Outcome }
  | { name: 'failed'; work: ScanTask; failure: ScanFailure };

/** The scan flow of one desk. The camera stays wanted while a scan is dealt with. */
export type ScanState = { camera: boolean; step: ScanStep };

export type ScanEvent =
  | { type: 'camera-opened' }
  | { type: 'camera-closed' }
  | { type: 'code-scanned'; text: string }
  | { type: 'return-found'; details: ReturnDetails }
  | { type: 'key-found'; key: Key }
  | { type: 'return-confirmed' }
  | { type: 'finished'; outcome: Outcome }
  | { type: 'failed'; failure: ScanFailure }
  | { type: 'repeated' }
  | { type: 'dismissed' };

export const initialScanState: ScanState = { camera: false, step: { name: 'waiting' } };

/** The scan flow's only way from one state to the next. */
export function scanReducer(state: ScanState, event: ScanEvent): ScanState {
  const camera = nextCamera(state.camera, event);
  const step = nextStep(state.step, event);
  return camera === state.camera && step === state.step ? state : { camera, step };
}

function nextCamera(camera: boolean, event: ScanEvent): boolean {
  if (event.type === 'camera-opened') return true;
  return event.type === 'camera-closed' ? false : camera;
}

function nextStep(step: ScanStep, event: ScanEvent): ScanStep {
  switch (event.type) {
    case 'camera-opened':
    case 'camera-closed':
      return step;
    case 'code-scanned':
      return scanned(step, event.text);
    case 'return-found':
      return worked(step, ({ text }) => ({
        name: 'confirming',
        text,
        details: event.details,
        interrupted: false,
      }));
    case 'key-found':
      return worked(step, ({ text }) => ({ name: 'showing-key', text, key: event.key }));
    case 'return-confirmed':
      return confirmed(step);
    case 'finished':
      return worked(step, () => ({ name: 'done', outcome: event.outcome }));
    case 'failed':
      return worked(step, (work) => ({ name: 'failed', work, failure: event.failure }));
    case 'repeated':
      return step.name === 'failed' ? { name: 'working', work: step.work } : step;
    case 'dismissed':
      return step.name === 'working' ? step : { name: 'waiting' };
  }
}

/**
 * A new code replaces a result or an error, waits for nothing else: one that is being processed goes
 * on alone, and a return that awaits its confirmation is never dropped unseen.
 */
function scanned(step: ScanStep, text: string): ScanStep {
  if (step.name === 'working') return step;
  if (step.name === 'confirming') return text === step.text ? step : { ...step, interrupted: true };
  if (step.name === 'showing-key' && text === step.text) return step;
  return { name: 'working', work: { task: 'read', text } };
}

function worked(step: ScanStep, next: (work: ScanTask) => ScanStep): ScanStep {
  return step.name === 'working' ? next(step.work) : step;
}

function confirmed(step: ScanStep): ScanStep {
  return step.name === 'confirming'
    ? { name: 'working', work: { task: 'return', text: step.text, details: step.details } }
    : step;
}
