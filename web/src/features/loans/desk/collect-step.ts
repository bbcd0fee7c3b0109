import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { isTakenBack } from './handover.ts';
import type { ScanFailure } from './handover-result.ts';
import type { KnownCard, ScanStep } from './scan-machine.ts';

export type CollectStep = {
  name: 'collecting';
  text: string;
  key: Key;
  /** The same key in its latest known state. */
  now: Key;
  failure: ScanFailure | null;
  over: KnownCard | null;
};

export function beginCollecting(text: string, key: Key, over: KnownCard | null): CollectStep {
  return { name: 'collecting', text, key, now: key, failure: null, over };
}

/** The latest state of the key while the loan shown is still open. */
export function collectedKey({ key, now }: CollectStep): Key {
  return isTakenBack(now, key) ? key : now;
}

export function collecting(step: CollectStep, reason: string): ScanStep {
  if (isTakenBack(step.now, step.key)) return step;
  const tag = parseKeyTag(step.text) ? step.text : undefined;
  const work = { task: 'take-back' as const, item: collectedKey(step), reason, tag };
  return { name: 'working', work, from: { ...step, failure: null } };
}

/** A key that was lent to someone else is shown with its new loan. */
export function afterCollectFailure(step: CollectStep, failure: ScanFailure): CollectStep {
  const { lentOn } = failure;
  return { ...step, failure, ...(lentOn && { key: lentOn, now: lentOn }) };
}
