import { asRefusedAccess, type RefusedAccess } from '@keydesk/shared/access/refused-access';
import { type AppError, appError } from '@keydesk/shared/core/errors';
import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { needsTagScan } from '@keydesk/shared/loans/decide';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, api, call, isUncertain } from '../../../lib/api.ts';
import { useSendOnce } from '../../../lib/hooks.ts';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { findByCard } from '../../people/find-people.ts';
import { type HandOut, isHandedOut } from '../desk/handover.ts';
import { handedOut, handOut } from '../desk/handover-calls.ts';
import type { KeyHandover } from '../desk/handover-result.ts';
import type { LendStart } from '../desk/scan-machine.ts';

/**
 * What a reader typed, an ID card or the tag of a key; a new object for each time. `person` is
 * whose card it is, or null if it is nobody's yet, where that was asked already.
 */
export type ReadCard = { text: string; person?: FoundPerson | null };

type LendingOptions = {
  start: LendStart;
  /** Every key: one whose tag is read is at hand. */
  all: readonly Key[];
  card: ReadCard | null;
  onLent: (lent: KeyHandover) => void;
  onRefused: () => void;
};

/** What is lent to whom so far: the key, the person, and the card that named them or is unknown. */
export function useLending({ start, all, card, onLent, onRefused }: LendingOptions) {
  const [chosen, setItem] = useState(start.item ?? null);
  // As it is now: it may have gone since it was chosen.
  const item = all.find(({ _id }) => _id === chosen?._id) ?? chosen;
  const [person, setPerson] = useState(start.person ?? null);
  const [cardText, setCardText] = useState<string | null>(null);
  const [unknownCard, setUnknownCard] = useState<string | null>(null);
  const [tag, setTag] = useState(start.tag);
  /** Why the tag that was scanned last is not the right one. */
  const [tagRefusal, setTagRefusal] = useState<Error | null>(null);
  /** What was refused until the tag of the key is scanned. */
  const [awaitsTag, setAwaitsTag] = useState<HandOut | null>(null);
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
    mutationFn: handOut,
    onSuccess: onLent,
    onError: (cause, refused) => {
      setUncertain((before) => before || isUncertain(cause));
      if (cause instanceof ApiError && needsTagScan(cause.code)) setAwaitsTag(refused);
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
    if (all.some(({ _id }) => _id === tagged)) takeTag(text, tagged);
    else
      call(api.getKey, { params: { id: tagged } }).then(
        ({ data }) => takeTag(text, data.key._id),
        (cause) => (isRetired(cause) ? refuseTag(retiredTag(cause, item)) : takeTag(text, tagged)),
      );
  });
  const refuseTag = useEffectEvent((refusal: Error) => {
    setTagRefusal(refusal);
    setTag(undefined);
    onRefused();
  });
  const takeTag = useEffectEvent((text: string, keyId: string) => {
    const found = all.find(({ _id }) => _id === keyId) ?? null;
    const refusal = refusedTag(found, item, keyId);
    if (refusal) return refuseTag(refusal);
    setTagRefusal(null);
    setTag(text);
    if (awaitsTag) lending.mutate({ ...awaitsTag, tag: text });
    else if (!item) setItem(found);
  });
  useEffect(() => {
    if (card) take(card);
  }, [card]);

  // An answer was lost, and the key is with the person all the same.
  const wasLent = uncertain && !lending.isPending && item && person && isHandedOut(item, person);
  const reportLent = useEffectEvent(() => {
    if (item && person) onLent({ ...handedOut(item, person), repeated: true });
  });
  useEffect(() => {
    if (wasLent) reportLent();
  }, [wasLent]);

  const failed = tagRefusal ?? lending.error ?? remembering.error ?? reading.error;
  return {
    item,
    /** Somebody took the chosen key meanwhile. */
    isGone: item?.takenBy != null && !lending.isPending && !lending.isSuccess,
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
      setTag(undefined);
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
    /** Although the sponsor of the visitor has not answered. */
    handOverUnanswered() {
      if (!item || !person) return;
      const { overrideReason } = lending.variables ?? {};
      lending.mutate({ item, person, cardText, tag, overrideReason, here, unanswered: true });
    },
    /** The same again, because the desk has the key although it is recorded to be elsewhere. */
    handOverHere() {
      if (!lending.variables) return;
      setHere(true);
      lending.mutate({ ...lending.variables, here: true });
    },
  };
}

/** Which physical key it is, if it is not the key that was chosen; null if it is, or if none was. */
function refusedTag(found: Key | null, chosen: Key | null, tagged: string): AppError | null {
  if (!chosen) return found ? null : appError('KEY_NOT_FOUND');
  if (chosen._id === tagged) return null;
  return found
    ? appError('TAG_OF_ANOTHER_KEY', {
        found: found.keyNumber,
        asked: `You are lending ${chosen.keyNumber}`,
      })
    : appError('TAG_DIFFERS', { keyNumber: chosen.keyNumber });
}

function isRetired(cause: unknown): cause is ApiError {
  return cause instanceof ApiError && cause.code === 'KEY_RETIRED';
}

/** The physical key is one whose life is over; another one may have been chosen. */
function retiredTag(cause: ApiError, chosen: Key | null): Error {
  return chosen ? appError('TAG_OF_RETIRED_KEY', { what: cause.message }) : cause;
}

function isKnownCard(cause: Error): boolean {
  return (
    cause instanceof ApiError &&
    (cause.code === 'CARD_OF_NO_BORROWER' || cause.code === 'CARD_TAKEN')
  );
}

/** Why access rules do not allow it; null of any other failure. */
export function refusedAccessOf(cause: unknown): RefusedAccess | null {
  return cause instanceof ApiError ? asRefusedAccess(cause.details) : null;
}
