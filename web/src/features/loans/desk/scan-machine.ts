import type { RefusedAccess } from '@keydesk/shared/access/refused-access';
import type { Key } from '@keydesk/shared/keys/key';
import type { KeyElsewhere } from '@keydesk/shared/keys/key-place';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import type { NeededTag } from '@keydesk/shared/loans/decide';
import type { FoundPerson } from '@keydesk/shared/people/search';
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
  | ({ task: 'hand-out'; text: string } & HandOutAdditions)
  | { task: 'return'; text: string; details: ReturnDetails; tag?: string | undefined };

/** What the desk has added to a request code. */
export type DeskAdditions = {
  tag?: string | undefined;
  overrideReason?: string | undefined;
  /** The desk has the key, although it is recorded to be elsewhere. */
  here?: true | undefined;
};

/** The same, and the refusal that asked for it. */
type HandOutAdditions = DeskAdditions & {
  needed?: NeededTag | undefined;
  refused?: RefusedAccess | undefined;
  elsewhere?: KeyElsewhere | undefined;
};

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
  | {
      name: 'checking-tag';
      text: string;
      needed: NeededTag;
      notice: TagNotice | null;
      added: DeskAdditions;
    }
  | { name: 'refused'; text: string; refused: RefusedAccess; added: DeskAdditions }
  | { name: 'elsewhere'; text: string; elsewhere: KeyElsewhere; added: DeskAdditions }
  /** `card` was read just before. */
  | { name: 'showing-key'; text: string; key: Key; card?: KnownCard | undefined }
  /** Of an ID card; null if it is nobody's yet. */
  | { name: 'card-read'; text: string; person: FoundPerson | null }
  | { name: 'done'; outcome: HandoverResult }
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
  /** A live event of any key. */
  | { type: 'key-changed'; key: Key }
  | { type: 'card-read'; person: FoundPerson | null }
  | { type: 'tag-needed'; needed: NeededTag }
  | { type: 'tag-refused'; needed: NeededTag; message: string }
  | { type: 'access-refused'; refused: RefusedAccess }
  | { type: 'overridden'; reason: string }
  | { type: 'key-elsewhere'; elsewhere: KeyElsewhere }
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
        added: additionsOf(work),
      }));
    case 'key-elsewhere':
      return afterWork(step, (work) => ({
        name: 'elsewhere',
        text: work.text,
        elsewhere: event.elsewhere,
        added: additionsOf(work),
      }));
    case 'is-here':
      return afterIsHere(step);
    case 'overridden':
      return afterOverride(step, event.reason);
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

function askForTag(work: ScanTask, needed: NeededTag, notice: TagNotice | null): ScanStep {
  return { name: 'checking-tag', text: work.text, needed, notice, added: additionsOf(work) };
}

function additionsOf(work: ScanTask): DeskAdditions {
  if (work.task !== 'hand-out') return {};
  const { tag, overrideReason, here } = work;
  return { tag, overrideReason, here };
}

function afterIsHere(step: ScanStep): ScanStep {
  if (step.name !== 'elsewhere') return step;
  const { text, elsewhere, added } = step;
  return { name: 'working', work: { task: 'hand-out', text, ...added, here: true, elsewhere } };
}

function afterOverride(step: ScanStep, overrideReason: string): ScanStep {
  if (step.name !== 'refused') return step;
  const { text, refused, added } = step;
  return { name: 'working', work: { task: 'hand-out', text, ...added, overrideReason, refused } };
}

/**
 * A new code replaces a result or an error. It is ignored while another one is being processed, and
 * it never replaces a return that awaits confirmation, or a key whose tag is to be scanned.
 */
function afterScan(step: ScanStep, text: string): ScanStep {
  if (step.name === 'working') return step;
  if (step.name === 'checking-tag') return afterTag(step, text);
  if (step.name === 'confirming' && step.details.choice === 'confirm')
    return whileConfirming(step, text);
  const isShown =
    step.name === 'confirming' ||
    step.name === 'showing-key' ||
    step.name === 'refused' ||
    step.name === 'elsewhere' ||
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

function afterTag(step: Extract<ScanStep, { name: 'checking-tag' }>, text: string): ScanStep {
  const { needed, added } = step;
  if (parseKeyTag(text)) {
    const work = { task: 'hand-out' as const, text: step.text, ...added, tag: text, needed };
    return { name: 'working', work };
  }
  return text === step.text ? step : { ...step, notice: { kind: 'other-code' } };
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
  switch (step.name) {
    case 'checking-tag':
      return step.needed.key.keyId;
    case 'refused':
      return step.refused.key.keyId;
    case 'elsewhere':
      return step.elsewhere.key.keyId;
    default:
      return undefined;
  }
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
