import type { RefusedAccess } from '@keydesk/shared/access/refused-access';
import type { NeededTag } from '@keydesk/shared/handovers/tag-check';
import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import type { FoundPerson } from '@keydesk/shared/users/people-routes';
import type { Outcome, ReturnDetails, ScanFailure } from './results.ts';

/** The work being done for a scanned text. */
export type ScanTask =
  | { task: 'read'; text: string }
  | ({ task: 'hand-out'; text: string } & HandOutAdditions)
  | { task: 'return'; text: string; details: ReturnDetails };

/** What the desk has added to a request code, and the refusal that asked for it. */
export type HandOutAdditions = {
  tag?: string | undefined;
  needed?: NeededTag | undefined;
  overrideReason?: string | undefined;
  refused?: RefusedAccess | undefined;
};

export type ScanStep =
  | { name: 'waiting' }
  | { name: 'working'; work: ScanTask }
  | { name: 'confirming'; text: string; details: ReturnDetails; interrupted: boolean }
  | {
      name: 'checking-tag';
      text: string;
      needed: NeededTag;
      notice: TagNotice | null;
      overrideReason?: string | undefined;
    }
  | { name: 'refused'; text: string; refused: RefusedAccess; tag?: string | undefined }
  | { name: 'showing-key'; text: string; key: Key }
  /** Of an ID card; null if it is nobody's yet. */
  | { name: 'card-read'; text: string; person: FoundPerson | null }
  | { name: 'done'; outcome: Outcome }
  | { name: 'failed'; work: ScanTask; failure: ScanFailure };

/** What was scanned instead of the key's tag: another tag, as the server says, or another code. */
export type TagNotice = { kind: 'wrong-tag'; message: string } | { kind: 'other-code' };

/** The state of the scan flow. The camera stays on while a scan is processed. */
export type ScanState = { camera: boolean; step: ScanStep };

export type ScanEvent =
  | { type: 'camera-opened' }
  | { type: 'camera-closed' }
  | { type: 'code-scanned'; text: string }
  | { type: 'return-found'; details: ReturnDetails }
  | { type: 'key-found'; key: Key }
  | { type: 'card-read'; person: FoundPerson | null }
  | { type: 'tag-needed'; needed: NeededTag }
  | { type: 'tag-refused'; needed: NeededTag; message: string }
  | { type: 'access-refused'; refused: RefusedAccess }
  | { type: 'overridden'; reason: string }
  | { type: 'return-confirmed' }
  | { type: 'finished'; outcome: Outcome }
  | { type: 'collected'; outcome: Outcome }
  | { type: 'failed'; failure: ScanFailure }
  | { type: 'repeated' }
  | { type: 'dismissed' };

export const initialScanState: ScanState = { camera: false, step: { name: 'waiting' } };

/** The next state of the scan flow; nothing else changes it. */
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
      return afterScan(step, event.text);
    case 'return-found':
      return afterWork(step, ({ text }) => ({
        name: 'confirming',
        text,
        details: event.details,
        interrupted: false,
      }));
    case 'key-found':
      return afterWork(step, ({ text }) => ({ name: 'showing-key', text, key: event.key }));
    case 'card-read':
      return afterWork(step, ({ text }) => ({ name: 'card-read', text, person: event.person }));
    case 'tag-needed':
      return afterWork(step, (work) => askForTag(work, event.needed, null));
    case 'tag-refused':
      return afterWork(step, (work) =>
        askForTag(work, event.needed, { kind: 'wrong-tag', message: event.message }),
      );
    case 'access-refused':
      return afterWork(step, (work) => ({
        name: 'refused',
        text: work.text,
        refused: event.refused,
        tag: work.task === 'hand-out' ? work.tag : undefined,
      }));
    case 'overridden':
      return afterOverride(step, event.reason);
    case 'return-confirmed':
      return afterConfirmation(step);
    case 'finished':
      return afterWork(step, () => ({ name: 'done', outcome: event.outcome }));
    case 'collected':
      return step.name === 'showing-key' ? { name: 'done', outcome: event.outcome } : step;
    case 'failed':
      return afterWork(step, (work) => ({ name: 'failed', work, failure: event.failure }));
    case 'repeated':
      return step.name === 'failed' ? { name: 'working', work: step.work } : step;
    case 'dismissed':
      return step.name === 'working' ? step : { name: 'waiting' };
  }
}

function askForTag(work: ScanTask, needed: NeededTag, notice: TagNotice | null): ScanStep {
  const overrideReason = work.task === 'hand-out' ? work.overrideReason : undefined;
  return { name: 'checking-tag', text: work.text, needed, notice, overrideReason };
}

function afterOverride(step: ScanStep, overrideReason: string): ScanStep {
  if (step.name !== 'refused') return step;
  const { text, refused, tag } = step;
  return { name: 'working', work: { task: 'hand-out', text, tag, overrideReason, refused } };
}

/**
 * A new code replaces a result or an error. It is ignored while another one is being processed, and
 * it never replaces a return that awaits confirmation, or a key whose tag is to be scanned.
 */
function afterScan(step: ScanStep, text: string): ScanStep {
  if (step.name === 'working') return step;
  if (step.name === 'checking-tag') return afterTag(step, text);
  if (step.name === 'confirming') return text === step.text ? step : { ...step, interrupted: true };
  const isShown =
    step.name === 'showing-key' || step.name === 'refused' || step.name === 'card-read';
  if (isShown && text === step.text) return step;
  return { name: 'working', work: { task: 'read', text } };
}

function afterTag(step: Extract<ScanStep, { name: 'checking-tag' }>, text: string): ScanStep {
  const { needed, overrideReason } = step;
  if (parseKeyTag(text)) {
    const additions = { tag: text, needed, overrideReason };
    return { name: 'working', work: { task: 'hand-out', text: step.text, ...additions } };
  }
  return text === step.text ? step : { ...step, notice: { kind: 'other-code' } };
}

function afterWork(step: ScanStep, next: (work: ScanTask) => ScanStep): ScanStep {
  return step.name === 'working' ? next(step.work) : step;
}

function afterConfirmation(step: ScanStep): ScanStep {
  return step.name === 'confirming'
    ? { name: 'working', work: { task: 'return', text: step.text, details: step.details } }
    : step;
}
