import type { ErrorCode } from '@keydesk/shared/core/errors';
import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { needsTagScan } from '@keydesk/shared/loans/decide';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { isHandedOut, type Proofs } from './handover.ts';
import { handedOut, type ScanFailure } from './handover-result.ts';
import type { ScanStep, ScanTask } from './scan-machine.ts';

/** What is known already when a key is lent: which one, and to whom, maybe by their card. */
export type LendStart = {
  item?: Key | undefined;
  /** The text of its tag, if that was scanned. */
  tag?: string | undefined;
  person?: FoundPerson | undefined;
  card?: { text: string; person: FoundPerson | null } | undefined;
};

/** A hand-out to a person whom the desk looks up, or whose card it reads. */
export type LendStep = {
  name: 'lending';
  /** Each time that lending begins has another. */
  id: number;
  start: LendStart;
  key: Key | null;
  person: FoundPerson | null;
  /** The card that was read last: the person's, or one that is nobody's yet. */
  card: { text: string; isKnown: boolean } | null;
  proofs: Proofs;
  /** It was refused until the key's tag is scanned, which then sends it again. */
  awaitsTag: boolean;
  failure: ScanFailure | null;
};

export function beginLending(id: number, start: LendStart): LendStep {
  const { item: key = null, tag, card } = start;
  return {
    name: 'lending',
    id,
    start,
    key,
    person: start.person ?? card?.person ?? null,
    card: card ? { text: card.text, isKnown: card.person !== null } : null,
    proofs: { tag },
    awaitsTag: false,
    failure: null,
  };
}

export function withKey(step: LendStep, key: Key | null): LendStep {
  return { ...step, key, proofs: {}, awaitsTag: false, failure: null };
}

/** A card of somebody else is not theirs; one of nobody can become theirs. */
export function withPerson(step: LendStep, person: FoundPerson | null): LendStep {
  const card = step.card?.isKnown ? null : step.card;
  return { ...withoutPerson(step), person, card };
}

/** What was refused to one person says nothing of the next. */
function withoutPerson(step: LendStep): LendStep {
  const { tag, here } = step.proofs;
  return { ...step, proofs: { tag, here }, awaitsTag: false, failure: null };
}

export function withCard(step: LendStep, text: string, person: FoundPerson | null): LendStep {
  const card = { text, isKnown: person !== null };
  if (person && person.id !== step.person?.id) return { ...withoutPerson(step), person, card };
  return { ...step, card, failure: step.awaitsTag ? step.failure : null };
}

/** The tag of the chosen key was scanned, or it chooses its key. */
export function withTag(step: LendStep, tag: string, key: Key): ScanStep {
  const tagged = { ...step, key: step.key ?? key, failure: null };
  return step.awaitsTag
    ? handingOut(tagged, { tag })
    : { ...tagged, proofs: { ...step.proofs, tag } };
}

/** Sends the hand-out, with what the desk adds now. */
export function handingOut(step: LendStep, added: Proofs): ScanStep {
  const { key: item, person, card } = step;
  if (!item || !person) return step;
  const proofs = { ...step.proofs, ...added };
  const cardText = card?.isKnown ? card.text : null;
  const work: ScanTask = { task: 'hand-out', item, person, cardText, ...proofs };
  return { name: 'working', work, from: { ...step, proofs, awaitsTag: false } };
}

export function remembering(step: LendStep): ScanStep {
  const { card, person } = step;
  if (!person || !card || card.isKnown) return step;
  return { name: 'working', work: { task: 'remember', text: card.text, person }, from: step };
}

const ofKnownCard: readonly string[] = ['CARD_OF_NO_BORROWER', 'CARD_TAKEN'] satisfies ErrorCode[];

/** After work that failed. */
export function afterLendFailure(step: LendStep, work: ScanTask, failure: ScanFailure): ScanStep {
  const { code = '' } = failure;
  const isTag = work.task === 'read' && parseKeyTag(work.text) !== null;
  return doneOrLending({
    ...step,
    failure,
    // It is somebody's, and names nobody who may have the key.
    card: ofKnownCard.includes(code) ? null : step.card,
    proofs: isTag ? { ...step.proofs, tag: undefined } : step.proofs,
    awaitsTag: step.awaitsTag || (work.task === 'hand-out' && needsTagScan(code)),
  });
}

/** An answer may have been lost of a hand-out that was done. */
export function doneOrLending(step: LendStep): ScanStep {
  const { key, person, failure } = step;
  return key && person && failure?.repeatable && isHandedOut(key, person)
    ? { name: 'done', outcome: { ...handedOut(key, person), repeated: true }, over: null }
    : step;
}
