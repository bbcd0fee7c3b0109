import type { ErrorCode } from '@keydesk/shared/core/errors';
import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { needsTagScan } from '@keydesk/shared/loans/decide';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { isHandedOut, type Proofs } from './handover.ts';
import { handedOut, type ScanFailure } from './handover-result.ts';
import type { ScanStep, ScanTask } from './scan-machine.ts';

export type LendStart = {
  item?: Key | undefined;
  tag?: string | undefined;
  person?: FoundPerson | undefined;
  card?: { text: string; person: FoundPerson | null } | undefined;
};

export type LendStep = {
  name: 'lending';
  /** Unique per start. */
  id: number;
  start: LendStart;
  key: Key | null;
  person: FoundPerson | null;
  card: { text: string; isKnown: boolean } | null;
  proofs: Proofs;
  /** The hand-out was refused without the key's tag; scanning the tag sends it again. */
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

/** Drops another person's card. A card without an owner may become this person's. */
export function withPerson(step: LendStep, person: FoundPerson | null): LendStep {
  const card = step.card?.isKnown ? null : step.card;
  return { ...withoutPerson(step), person, card };
}

/** A refusal for one person does not apply to the next. */
function withoutPerson(step: LendStep): LendStep {
  const { tag, here } = step.proofs;
  return { ...step, proofs: { tag, here }, awaitsTag: false, failure: null };
}

export function withCard(step: LendStep, text: string, person: FoundPerson | null): LendStep {
  const card = { text, isKnown: person !== null };
  if (person && person.id !== step.person?.id) return { ...withoutPerson(step), person, card };
  return { ...step, card, failure: step.awaitsTag ? step.failure : null };
}

export function withTag(step: LendStep, tag: string, key: Key): ScanStep {
  const tagged = { ...step, key: step.key ?? key, failure: null };
  return step.awaitsTag
    ? handingOut(tagged, { tag })
    : { ...tagged, proofs: { ...step.proofs, tag } };
}

export function handingOut(step: LendStep, added: Proofs): ScanStep {
  const { key: item, person, card } = step;
  if (!item || !person) return step;
  const proofs = { ...step.proofs, ...added };
  const cardText = card?.isKnown ? card.text : null;
  const work: ScanTask = { task: 'hand-out', item, person, cardText, proofs };
  return { name: 'working', work, from: { ...step, proofs, awaitsTag: false } };
}

export function remembering(step: LendStep): ScanStep {
  const { card, person } = step;
  if (!person || !card || card.isKnown) return step;
  return { name: 'working', work: { task: 'remember', text: card.text, person }, from: step };
}

const ofKnownCard: readonly string[] = ['CARD_OF_NO_BORROWER', 'CARD_TAKEN'] satisfies ErrorCode[];

export function afterLendFailure(step: LendStep, work: ScanTask, failure: ScanFailure): ScanStep {
  const { code = '' } = failure;
  const isTag = work.task === 'read' && parseKeyTag(work.text) !== null;
  return doneOrLending({
    ...step,
    failure,
    // The card belongs to a person who cannot get this key.
    card: ofKnownCard.includes(code) ? null : step.card,
    proofs: isTag ? { ...step.proofs, tag: undefined } : step.proofs,
    awaitsTag: step.awaitsTag || (work.task === 'hand-out' && needsTagScan(code)),
  });
}

/** Covers a hand-out that succeeded although its answer was lost. */
export function doneOrLending(step: LendStep): ScanStep {
  const { key, person, failure } = step;
  return key && person && failure?.repeatable && isHandedOut(key, person)
    ? { name: 'done', outcome: { ...handedOut(key, person), repeated: true }, over: null }
    : step;
}
