import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { needsTagScan } from '@keydesk/shared/loans/decide';
import type { FoundPerson } from '@keydesk/shared/people/search';
import {
  afterCollectFailure,
  beginCollecting,
  type CollectStep,
  collecting,
} from './collect-step.ts';
import {
  type HandOut,
  type Obstacle,
  type Proofs,
  type TagNotice,
  type TakeBack,
  wantedOf,
} from './handover.ts';
import type { HandoverResult } from './handover-result.ts';
import {
  afterChange,
  type ReturnDetails,
  type ScanFailure,
  takenFailure,
} from './handover-result.ts';
import {
  afterLendFailure,
  beginLending,
  doneOrLending,
  handingOut,
  type LendStart,
  type LendStep,
  remembering,
  withCard,
  withKey,
  withPerson,
  withTag,
} from './lend-step.ts';
import { isForLending } from './scan-plan.ts';

export type ScanTask =
  | { task: 'read'; text: string; card?: KnownCard | undefined }
  | ({ task: 'hand-out' } & HandOut)
  | ({ task: 'take-back' } & TakeBack)
  | { task: 'remember'; text: string; person: FoundPerson };

export type KnownCard = { name: 'card-read'; text: string; person: FoundPerson };

export type ScanStep =
  | { name: 'waiting' }
  /** The dialog of `from` stays open. */
  | { name: 'working'; work: ScanTask; from?: ScanStep | undefined }
  | LendStep
  | CollectStep
  | { name: 'confirming'; text: string; details: ReturnDetails; notice: TagNotice | null }
  | { name: 'stopped'; text: string; obstacle: Obstacle; proofs: Proofs }
  | { name: 'showing-key'; text: string; key: Key; card?: KnownCard | undefined }
  | KnownCard
  /** An ID card without an owner yet. */
  | { name: 'card-read'; text: string; person: null }
  | { name: 'done'; outcome: HandoverResult; over: KnownCard | null }
  | {
      name: 'failed';
      text: string;
      failure: ScanFailure;
      work: ScanTask;
      from?: ScanStep | undefined;
    };

type Step<Name extends ScanStep['name']> = Extract<ScanStep, { name: Name }>;

/** The state of the desk. The camera stays on while a scan is processed. */
export type ScanState = {
  camera: boolean;
  step: ScanStep;
  /** The hand-out or collection that was open when another code was scanned. */
  aside: LendStep | CollectStep | null;
  /** How many hand-outs were started; numbers them. */
  lendings: number;
};

export type ScanEvent =
  | { type: 'camera-opened' }
  | { type: 'camera-closed' }
  | { type: 'code-scanned'; text: string }
  | { type: 'return-found'; details: ReturnDetails }
  | { type: 'key-found'; key: Key }
  | { type: 'key-changed'; key: Key }
  | { type: 'card-read'; person: FoundPerson | null }
  | { type: 'card-remembered' }
  | { type: 'lend-chosen'; start: LendStart }
  | { type: 'key-picked'; key: Key | null }
  | { type: 'person-picked'; person: FoundPerson | null }
  | { type: 'remember-chosen' }
  /** Hands out with what the desk has just added. */
  | { type: 'hand-out-chosen'; proofs: Proofs }
  | { type: 'return-confirmed' }
  | { type: 'finished'; outcome: HandoverResult }
  /** Keys that were chosen in a list, not scanned. */
  | { type: 'several-collected'; outcome: HandoverResult }
  | { type: 'collect-chosen'; key: Key }
  | { type: 'take-back-chosen'; reason: string }
  | { type: 'failed'; failure: ScanFailure }
  | { type: 'repeated' }
  | { type: 'dismissed' }
  /** Reopens what another scan closed. */
  | { type: 'reopened' }
  /** No guard attends the desk any more: discards open work for good. */
  | { type: 'forgotten' };

export const initialScanState: ScanState = {
  camera: false,
  step: { name: 'waiting' },
  aside: null,
  lendings: 0,
};

export function scanReducer(state: ScanState, event: ScanEvent): ScanState {
  const { step: before, aside, lendings } = state;
  if (event.type === 'lend-chosen') {
    if (before.name === 'working') return state;
    const step = beginLending(lendings + 1, event.start);
    return { ...state, camera: false, step, lendings: step.id };
  }
  if (event.type === 'reopened')
    return aside && before.name !== 'working' ? { ...state, step: aside } : state;
  const camera = nextCamera(state.camera, event);
  const step = nextStep(before, event);
  if (event.type === 'forgotten') return { ...state, step, aside: null };
  if (camera === state.camera && step === before) return state;
  const isReplaced = event.type === 'code-scanned' && shownStep(step) === step;
  return { ...state, camera, step, aside: (isReplaced && reopenable(before)) || aside };
}

function reopenable(step: ScanStep): LendStep | CollectStep | null {
  if (step.name === 'collecting') return step.over ? null : step;
  return step.name === 'lending' ? step : null;
}

/** The step whose dialog is open; during a request, that of the step before. */
export function shownStep(step: ScanStep): ScanStep {
  return step.name === 'working' && step.from ? step.from : step;
}

function nextCamera(camera: boolean, event: ScanEvent): boolean {
  if (event.type === 'camera-opened') return true;
  return event.type === 'camera-closed' ? false : camera;
}

function nextStep(step: ScanStep, event: ScanEvent): ScanStep {
  switch (event.type) {
    case 'code-scanned':
      return afterScan(step, event.text);
    case 'key-changed':
      return afterKeyChange(step, event.key);
    case 'collect-chosen':
      if (step.name === 'working') return step;
      return beginCollecting(textOf(step), event.key, cardOf(step));
    case 'take-back-chosen':
      return step.name === 'collecting' ? collecting(step, event.reason) : step;
    case 'several-collected':
      if (step.name === 'working') return step;
      return { name: 'done', outcome: event.outcome, over: cardOf(step) };
    case 'repeated':
      return step.name === 'failed' ? { name: 'working', work: step.work, from: step.from } : step;
    case 'dismissed':
      if (step.name === 'working') return step;
      return (step.name !== 'card-read' && cardOf(step)) || { name: 'waiting' };
    case 'forgotten':
      if (!reopenable(shownStep(step)) && !cardOf(shownStep(step))) return step;
      return step.name === 'working' ? { ...step, from: undefined } : { name: 'waiting' };
    case 'return-confirmed':
      return step.name === 'confirming' && step.details.choice === 'confirm'
        ? takingBack(step)
        : step;
    case 'hand-out-chosen':
      if (step.name === 'stopped') return handingOutAgain(step, event.proofs);
      return step.name === 'lending' ? handingOut(step, event.proofs) : step;
  }
  if (step.name === 'working') return afterWork(step, event);
  return step.name === 'lending' ? whileLending(step, event) : step;
}

/** The code or tag whose scan opened the dialog. */
function textOf(step: ScanStep): string {
  return 'text' in step && step.name !== 'card-read' ? step.text : '';
}

function afterWork(step: Step<'working'>, event: ScanEvent): ScanStep {
  const { work, from } = step;
  const text = ('text' in work && work.text) || '';
  const lending = from?.name === 'lending' ? from : null;
  switch (event.type) {
    case 'return-found':
      return { name: 'confirming', text, details: event.details, notice: null };
    case 'key-found': {
      const card = work.task === 'read' ? work.card : undefined;
      if (lending) return withTag(lending, text, event.key);
      if (event.key.loanId) return beginCollecting(text, event.key, null);
      return { name: 'showing-key', text, key: event.key, card };
    }
    case 'card-read':
      if (lending) return withCard(lending, text, event.person);
      return event.person
        ? { name: 'card-read', text, person: event.person }
        : { name: 'card-read', text, person: null };
    case 'card-remembered':
      return lending ? withCard(lending, text, lending.person) : step;
    case 'finished':
      return {
        name: 'done',
        outcome: event.outcome,
        over: from?.name === 'collecting' ? from.over : null,
      };
    case 'failed':
      if (lending) return afterLendFailure(lending, work, event.failure);
      if (from?.name === 'collecting') return afterCollectFailure(from, event.failure);
      return afterFailure(step, text, event.failure);
    default:
      return step;
  }
}

function afterFailure(
  { work, from }: Step<'working'>,
  text: string,
  failure: ScanFailure,
): ScanStep {
  const { message, code = '', obstacle } = failure;
  if (from?.name === 'confirming' && needsTagScan(code))
    return { ...from, notice: { kind: 'wrong-tag', message } };
  if (!obstacle || work.task === 'take-back') return { name: 'failed', text, failure, work, from };
  const proofs = (work.task === 'hand-out' && work.proofs) || {};
  return { name: 'stopped', text, obstacle, proofs };
}

function whileLending(step: LendStep, event: ScanEvent): ScanStep {
  switch (event.type) {
    case 'key-picked':
      return withKey(step, event.key);
    case 'person-picked':
      return withPerson(step, event.person);
    case 'remember-chosen':
      return remembering(step);
    default:
      return step;
  }
}

function handingOutAgain(from: Step<'stopped'>, added: Proofs): ScanStep {
  const { text } = from;
  const proofs = { ...from.proofs, ...added };
  return { name: 'working', work: { task: 'hand-out', text, proofs }, from };
}

function takingBack(step: Step<'confirming'>, tag?: string): ScanStep {
  const { text, details } = step;
  const work = { task: 'take-back' as const, text, item: details.item, tag };
  return { name: 'working', work, from: { ...step, notice: null } };
}

/**
 * A new code replaces a result or an error. It is ignored while another one is processed, and it
 * never replaces a return that awaits confirmation or a key that awaits its tag. During a hand-out,
 * a card or a tag belongs to that hand-out.
 */
function afterScan(step: ScanStep, text: string): ScanStep {
  switch (step.name) {
    case 'working':
      return step;
    case 'lending':
      if (isForLending(text)) return { name: 'working', work: { task: 'read', text }, from: step };
      break;
    case 'stopped':
    case 'confirming':
    case 'showing-key':
    case 'collecting':
    case 'card-read':
      if (text === step.text) return step;
      if (step.name === 'stopped' && step.obstacle.kind === 'tag')
        return afterTag(step, step.obstacle, text);
      if (step.name === 'confirming' && step.details.choice === 'confirm')
        return parseKeyTag(text)
          ? takingBack(step, text)
          : { ...step, notice: { kind: 'other-code' } };
  }
  return { name: 'working', work: { task: 'read', text, card: cardOf(step) ?? undefined } };
}

function afterTag(
  step: Step<'stopped'>,
  obstacle: Exclude<Obstacle, { kind: 'refused' }>,
  text: string,
): ScanStep {
  const isTag = parseKeyTag(text) !== null;
  const notice: TagNotice | null = isTag ? null : { kind: 'other-code' };
  const noticed = { ...step, obstacle: { ...obstacle, notice } };
  return isTag ? handingOutAgain(noticed, { tag: text }) : noticed;
}

/** The ID card whose owner is shown, perhaps beneath one of their keys. */
export function cardOf(step: ScanStep): KnownCard | null {
  if (step.name === 'collecting' || step.name === 'done') return step.over;
  return step.name === 'card-read' && step.person ? step : null;
}

/** A free key whose tag is scanned right after an ID card is meant for the card's owner. */
export function lendsNext(step: ScanStep): LendStart | null {
  if (step.name !== 'showing-key' || !step.card || step.key.status !== 'available') return null;
  return { item: step.key, tag: step.text, card: step.card };
}

export function followedKeyId(step: ScanStep): string | undefined {
  switch (step.name) {
    case 'confirming':
      return step.details.item?._id;
    case 'stopped':
      return wantedOf(step.obstacle).key.keyId;
    case 'lending':
    case 'collecting':
      return step.key?._id;
    default:
      return undefined;
  }
}

function afterKeyChange(step: ScanStep, key: Key): ScanStep {
  const shown = shownStep(step);
  if (followedKeyId(shown) !== key._id) return step;
  switch (shown.name) {
    case 'lending': {
      const from = { ...shown, key };
      return step.name === 'working' ? { ...step, from } : doneOrLending(from);
    }
    case 'collecting': {
      const from = { ...shown, now: key };
      return step.name === 'working' ? { ...step, from } : from;
    }
    case 'confirming': {
      const details = afterChange(shown.details, key);
      return shown !== step || details === shown.details ? step : { ...shown, details };
    }
    case 'stopped': {
      const { text } = shown;
      if (shown !== step || !key.takenBy) return step;
      return { name: 'failed', text, failure: takenFailure(key), work: { task: 'read', text } };
    }
    default:
      return step;
  }
}
