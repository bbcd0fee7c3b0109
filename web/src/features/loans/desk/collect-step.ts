import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { isTakenBack } from './handover.ts';
import type { ScanFailure } from './handover-result.ts';
import type { KnownCard, ScanStep } from './scan-machine.ts';

/** Taking a key back by hand. */
export type CollectStep = {
  name: 'collecting';
  /** What was scanned before; '' if nothing was. */
  text: string;
  /** The key whose loan is shown, which must still be open. */
  key: Key;
  /** The same key as it was told last. */
  now: Key;
  failure: ScanFailure | null;
  /** The person of a card, to whose keys the desk returns. */
  over: KnownCard | null;
};

export function beginCollecting(text: string, key: Key, over: KnownCard | null): CollectStep {
  return { name: 'collecting', text, key, now: key, failure: null, over };
}

/** The key as it is now, as far as the loan that is shown is still open. */
export function collectedKey({ key, now }: CollectStep): Key {
  return isTakenBack(now, key) ? key : now;
}

export function collecting(step: CollectStep, reason: string): ScanStep {
  if (isTakenBack(step.now, step.key)) return step;
  const tag = parseKeyTag(step.text) ? step.text : undefined;
  const work = { task: 'take-back' as const, item: collectedKey(step), reason, tag };
  return { name: 'working', work, from: { ...step, failure: null } };
}

/** After a failure; a key that was lent on is shown with its new loan. */
export function afterCollectFailure(step: CollectStep, failure: ScanFailure): CollectStep {
  const { lentOn } = failure;
  return { ...step, failure, ...(lentOn && { key: lentOn, now: lentOn }) };
}
