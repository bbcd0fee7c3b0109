import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { type Obstacle, type Proofs, type TagNotice, wantedOf } from './handover.ts';
import type { HandoverResult } from './handover-result.ts';
import {
  afterChange,
  type ReturnDetails,
  type ScanFailure,
  takenFailure,
} from './handover-result.ts';

/** The work being done for a scanned text. */
export type ScanTask =
  | { task: 'read'; text: string; card?: KnownCard | undefined }
  /** `obstacle` is what was in the way before the desk added what it has now. */
  | ({ task: 'hand-out'; text: string; obstacle?: Obstacle | undefined } & Proofs)
  | { task: 'return'; text: string; details: ReturnDetails; tag?: string | undefined };

/** An ID card that was read, and whose it is. */
type KnownCard = { text: string; person: FoundPerson };

/** What is known already when a key is lent: which one, and to whom, maybe by their card. */
export type LendStart = {
  item?: Key | undefined;
  /** The text of its tag, if that was scanned. */
  tag?: string | undefined;
  person?: FoundPerson | undefined;
  card?: { text: string; person: FoundPerson | null } | undefined;
};

export type ScanStep =
  | { name: 'waiting' }
  | { name: 'working'; work: ScanTask }
  | { name: 'confirming'; text: string; details: ReturnDetails; notice: TagNotice | null }
  | { name: 'stopped'; text: string; obstacle: Obstacle; proofs: Proofs }
  /** `card` was read just before. */
  | { name: 'showing-key'; text: string; key: Key; card?: KnownCard | undefined }
  /** Of an ID card; null if it is nobody's yet. */
  | { name: 'card-read'; text: string; person: FoundPerson | null }
  | { name: 'done'; outcome: HandoverResult }
  | { name: 'failed'; work: ScanTask; failure: ScanFailure };

/** The state of the scan flow. The camera stays on while a scan is processed. */
export type ScanState = { camera: boolean; step: ScanStep };

export type ScanEvent =
  | { type: 'camera-opened' }
  | { type: 'camera-closed' }
  | { type: 'code-scanned'; text: string }
  | { type: 'return-found'; details: ReturnDetails }
  | { type: 'key-found'; key: Key }
  /** A live event of any key. */
  | { type: 'key-changed'; key: Key }
  | { type: 'card-read'; person: FoundPerson | null }
  | { type: 'stopped'; obstacle: Obstacle }
  | { type: 'overridden'; reason: string }
  | { type: 'is-here' }
  | { type: 'return-confirmed' }
  | { type: 'return-tag-refused'; message: string }
  | { type: 'finished'; outcome: HandoverResult }
  | { type: 'collect-chosen' }
  | { type: 'collected'; outcome: HandoverResult }
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
        notice: null,
      }));
    case 'key-found':
      return afterWork(step, (work) => ({
        name: 'showing-key',
        text: work.text,
        key: event.key,
        card: work.task === 'read' ? work.card : undefined,
      }));
    case 'key-changed':
      return afterKeyChange(step, event.key);
    case 'card-read':
      return afterWork(step, ({ text }) => ({ name: 'card-read', text, person: event.person }));
    case 'stopped':
      return afterWork(step, (work) => ({
        name: 'stopped',
        text: work.text,
        obstacle: event.obstacle,
        proofs: work.task === 'hand-out' ? proofsOf(work) : {},
      }));
    case 'is-here':
      return afterProof(step, 'elsewhere', { here: true });
    case 'overridden':
      return afterProof(step, 'refused', { overrideReason: event.reason });
    case 'return-tag-refused':
      return afterWork(step, (work) =>
        work.task === 'return'
          ? {
              name: 'confirming',
              text: work.text,
              details: work.details,
              notice: { kind: 'wrong-tag', message: event.message },
            }
          : step,
      );
    case 'return-confirmed':
      return afterConfirmation(step);
    case 'finished':
      return afterWork(step, () => ({ name: 'done', outcome: event.outcome }));
    case 'collect-chosen':
      return afterCollectChosen(step);
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

function proofsOf({ tag, overrideReason, here }: Proofs): Proofs {
  return { tag, overrideReason, here };
}

/** The hand-out goes on with what this obstacle asks for. */
function afterProof(step: ScanStep, kind: Obstacle['kind'], added: Proofs): ScanStep {
  if (step.name !== 'stopped' || step.obstacle.kind !== kind) return step;
  const { text, obstacle, proofs } = step;
  return { name: 'working', work: { task: 'hand-out', text, ...proofs, ...added, obstacle } };
}

/**
 * A new code replaces a result or an error. It is ignored while another one is being processed, and
 * it never replaces a return that awaits confirmation, or a key whose tag is to be scanned.
 */
function afterScan(step: ScanStep, text: string): ScanStep {
  if (step.name === 'working') return step;
  if (step.name === 'stopped' && step.obstacle.kind === 'tag')
    return afterTag(step, step.obstacle, text);
  if (step.name === 'confirming' && step.details.choice === 'confirm')
    return whileConfirming(step, text);
  const isShown =
    step.name === 'confirming' ||
    step.name === 'showing-key' ||
    step.name === 'stopped' ||
    step.name === 'card-read';
  if (isShown && text === step.text) return step;
  const card = isKnownCard(step) ? { text: step.text, person: step.person } : undefined;
  return { name: 'working', work: { task: 'read', text, card } };
}

/** Whether the person of an ID card is shown. */
export function isKnownCard(step: ScanStep): step is ScanStep & { name: 'card-read' } & KnownCard {
  return step.name === 'card-read' && step.person !== null;
}

/** A free key whose tag was scanned right after an ID card is for the person of the card. */
export function lendsNext(step: ScanStep): LendStart | null {
  if (step.name !== 'showing-key' || !step.card || step.key.status !== 'available') return null;
  return { item: step.key, tag: step.text, card: step.card };
}

/** The key's own tag confirms its return. */
function whileConfirming(step: Extract<ScanStep, { name: 'confirming' }>, text: string): ScanStep {
  if (text === step.text) return step;
  if (!parseKeyTag(text)) return { ...step, notice: { kind: 'other-code' } };
  const { text: code, details } = step;
  return { name: 'working', work: { task: 'return', text: code, details, tag: text } };
}

type Stopped = Extract<ScanStep, { name: 'stopped' }>;

function afterTag(step: Stopped, obstacle: Extract<Obstacle, { kind: 'tag' }>, text: string) {
  if (parseKeyTag(text)) return afterProof(step, 'tag', { tag: text });
  const notice: TagNotice = { kind: 'other-code' };
  return text === step.text ? step : { ...step, obstacle: { ...obstacle, notice } };
}

function afterWork(step: ScanStep, next: (work: ScanTask) => ScanStep): ScanStep {
  return step.name === 'working' ? next(step.work) : step;
}

/** A code that has expired, or is not the holder's, cannot bring its key back, but the desk can. */
function afterCollectChosen(step: ScanStep): ScanStep {
  if (step.name === 'failed' && step.failure.collect)
    return { name: 'showing-key', text: step.work.text, key: step.failure.collect };
  const { item: key = null, choice } = step.name === 'confirming' ? step.details : {};
  return step.name === 'confirming' && key && choice === 'collect'
    ? { name: 'showing-key', text: step.text, key }
    : step;
}

/** The key that somebody asks for with a code, while something is missing for its hand-out. */
function wantedKeyId(step: ScanStep): string | undefined {
  return step.name === 'stopped' ? wantedOf(step.obstacle).key.keyId : undefined;
}

/** The key that is shown and may change meanwhile. */
export function followedKeyId(step: ScanStep): string | undefined {
  return step.name === 'confirming' ? step.details.item?._id : wantedKeyId(step);
}

function afterKeyChange(step: ScanStep, key: Key): ScanStep {
  if ('text' in step && wantedKeyId(step) === key._id && key.takenBy)
    return { name: 'failed', work: { task: 'read', text: step.text }, failure: takenFailure(key) };
  if (step.name !== 'confirming') return step;
  const details = afterChange(step.details, key);
  return details === step.details ? step : { ...step, details };
}

function afterConfirmation(step: ScanStep): ScanStep {
  return step.name === 'confirming' && step.details.choice === 'confirm'
    ? { name: 'working', work: { task: 'return', text: step.text, details: step.details } }
    : step;
}
