import { type AppError, appError } from '@keydesk/shared/errors';
import { asksForTag } from '@keydesk/shared/handovers/tag-check';
import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import type { FoundPerson } from '@keydesk/shared/users/people-routes';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, api, call, isUncertain } from '../../lib/api.ts';
import { findByCard } from '../../lib/find-by-card.ts';
import type { KeyHandover } from '../../lib/handover-result.ts';
import { useSendOnce } from '../../lib/use-send-once.ts';
import { showSuccess } from '../../ui/toast/show-toast.ts';
import { type Lending, lendKey } from './lend-key.ts';

/**
 * What a reader typed, an ID card or the tag of a key; a new object for each time. `person` is whose
 * card it is, or null if it is nobody's yet, where that was asked already.
 */
export type ReadCard = { text: string; person?: FoundPerson | null };

type LendingOptions = {
  first: Key | null;
  /** Every key: one whose tag is read is at hand. */
  all: readonly Key[];
  card: ReadCard | null;
  onLent: (lent: KeyHandover) => void;
  onRefused: () => void;
};

/** What is lent to whom so far: the key, the person, and the card that named them or is unknown. */
export function useLending({ first, all, card, onLent, onRefused }: LendingOptions) {
  const [item, setItem] = useState(first);
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [cardText, setCardText] = useState<string | null>(null);
  const [unknownCard, setUnknownCard] = useState<string | null>(null);
  const [tag, setTag] = useState<string | null>(null);
  /** Why the tag that was scanned last is not the right one. */
  const [tagRefusal, setTagRefusal] = useState<AppError | null>(null);
  /** What was refused until the tag of the key is scanned. */
  const [awaitsTag, setAwaitsTag] = useState<Lending | null>(null);
  const [uncertain, setUncertain] = useState(false);
  /** Whether the desk has the key, although it is recorded to be elsewhere. */
  const [here, setHere] = useState<true | undefined>();

  /** A refusal that says whose card it is: it is not unknown, and names nobody who may have the key. */
  const forgetKnownCard = (cause: Error) => {
    if (!isKnownCard(cause)) return;
    setUnknownCard(null);
    setCardText(null);
  };
  const reading = useMutation({
    mutationFn: ({ text, person }: ReadCard) =>
      person !== undefined ? Promise.resolve(person) : findByCard(text),
    onSuccess: (found, { text }) => {
      setUnknownCard(found ? null : text);
      setCardText(found ? text : null);
      if (!found) return;
      if (found.id !== person?.id) lending.reset();
      setPerson(found);
    },
    onError: forgetKnownCard,
  });

  const remembering = useMutation({
    mutationFn: ({ owner, text }: { owner: FoundPerson; text: string }) =>
      call(api.addPersonCard, { params: { id: owner.id }, body: { cardText: text } }),
    onSuccess: (_answer, { owner, text }) => {
      setUnknownCard(null);
      setCardText(text);
      showSuccess(`This card is ${owner.name}’s from now on`);
    },
    onError: forgetKnownCard,
  });
  const lending = useSendOnce({
    mutationFn: (all: Lending) => lendKey(all, uncertain),
    onSuccess: onLent,
    onError: (cause, refused) => {
      setUncertain((before) => before || isUncertain(cause));
      if (cause instanceof ApiError && asksForTag(cause.code)) setAwaitsTag(refused);
      onRefused();
    },
  });
  const take = useEffectEvent((read: ReadCard) => {
    const { text } = read;
    const tagged = parseKeyTag(text);
    if (!tagged) {
      remembering.reset();
      return reading.mutate(read);
    }
    lending.reset();
    const found = all.find(({ _id }) => _id === tagged) ?? null;
    const refusal = refusedTag(found, item, tagged);
    setTagRefusal(refusal);
    setTag(refusal ? null : text);
    if (refusal) onRefused();
    else if (awaitsTag) lending.mutate({ ...awaitsTag, tag: text });
    else if (!item) setItem(found);
  });
  useEffect(() => {
    if (card) take(card);
  }, [card]);

  const failed = tagRefusal ?? lending.error ?? remembering.error ?? reading.error;
  return {
    item,
    person,
    /** The card that is nobody's yet, as far as the server knows. */
    unknownCard,
    /** Whether the person was named by their card. */
    byCard: cardText !== null,
    failed,
    busy: lending.isPending,
    remembering: remembering.isPending,
    pickKey(next: Key | null) {
      lending.reset();
      setUncertain(false);
      setAwaitsTag(null);
      setTag(null);
      setTagRefusal(null);
      setHere(undefined);
      setItem(next);
    },
    pickPerson(next: FoundPerson | null) {
      lending.reset();
      remembering.reset();
      reading.reset();
      setUncertain(false);
      setAwaitsTag(null);
      setCardText(null);
      setPerson(next);
    },
    remember() {
      if (person && unknownCard) remembering.mutate({ owner: person, text: unknownCard });
    },
    /** With a reason, against access rules. */
    handOver(overrideReason?: string) {
      if (item && person) lending.mutate({ item, person, cardText, tag, overrideReason, here });
    },
    /** The same again, because the desk has the key although it is recorded to be elsewhere. */
    handOverHere() {
      if (!lending.variables) return;
      setHere(true);
      lending.mutate({ ...lending.variables, here: true });
    },
  };
}

/** What the metal is, if it is not the key that was chosen; null if it is, or if none was. */
function refusedTag(found: Key | null, chosen: Key | null, tagged: string): AppError | null {
  if (!chosen) return found ? null : appError('KEY_NOT_FOUND');
  if (chosen._id === tagged) return null;
  return found
    ? appError('TAG_OF_ANOTHER_KEY', found.keyNumber, `You are lending ${chosen.keyNumber}`)
    : appError('TAG_DIFFERS', chosen.keyNumber);
}

function isKnownCard(cause: Error): boolean {
  return (
    cause instanceof ApiError &&
    (cause.code === 'CARD_OF_NO_BORROWER' || cause.code === 'CARD_TAKEN')
  );
}
