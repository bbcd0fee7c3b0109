import { asRefusedAccess, type RefusedAccess } from '@keydesk/shared/access/refused-access';
import { asUnavailableKey } from '@keydesk/shared/handovers/unavailable-key';
import type { Key, KeySpot } from '@keydesk/shared/keys/key';
import type { FoundPerson } from '@keydesk/shared/users/people-routes';
import { ApiError, api, call } from '../../lib/api.ts';
import { chosenDeskId } from '../../lib/desks.ts';

/**
 * Which key goes to whom; `cardText` when their ID card said who they are, `tag` when the tag of the
 * metal was scanned.
 */
export type Lending = {
  item: Key;
  person: FoundPerson;
  cardText: string | null;
  tag: string | null;
  /** Why it is handed over against access rules. */
  overrideReason?: string | undefined;
  /** The desk has the key, although it is recorded to be elsewhere. */
  here?: true | undefined;
};

/** What the desk sees of a key that it has just lent. */
export type LentKey = KeySpot & {
  keyId: string;
  keyNumber: string;
  keyName: string;
  location: string;
  personName: string;
  /** ISO instant. */
  at: string;
  loanId: string | null;
  /** The later due times that its rules allow. */
  keepUntil?: readonly string[] | undefined;
  overrideReason?: string | undefined;
  /** When it is due: null at no time, undefined if the answer was lost. */
  dueAt?: string | null;
  /** The desk where it lay, if that is not its home. */
  layAtDeskId: string | undefined;
  /** The other desk where it was recorded to be, if the desk had it all the same. */
  recordedAtDeskId?: string | undefined;
  /** An earlier attempt handed it over, as far as can be told; nothing was recorded now. */
  repeated?: true;
};

/**
 * Hands the key over. With `uncertain`, an earlier attempt got no answer: if the person has the key
 * by now, that attempt succeeded.
 */
export async function lendKey(
  { item, person, cardText, tag, overrideReason, here }: Lending,
  uncertain: boolean,
): Promise<LentKey> {
  // Of the answer where there is one: the key may have got another number since it was chosen.
  const lentAt = (key: Key, at: string, loanId: string | null) => ({
    keyId: key._id,
    keyNumber: key.keyNumber,
    keyName: key.keyName,
    location: key.location,
    deskId: key.deskId,
    hook: key.hook,
    layAtDeskId: item.awayDeskId,
    personName: person.name,
    at,
    loanId,
    overrideReason,
  });
  const body = {
    keyId: item._id,
    ...(cardText ? { cardText } : { holderId: person.id, identifiedBy: 'desk' as const }),
    tag,
    overrideReason,
    here,
    atDeskId: chosenDeskId(),
  };
  try {
    const { data } = await call(api.lendKey, { body, signal: AbortSignal.timeout(12_000) });
    const { key, loanId, keepUntil, recordedAtDeskId } = data;
    const lent = lentAt(key, key.takenAt ?? key.updatedAt, loanId);
    return { ...lent, dueAt: key.dueAt, keepUntil, recordedAtDeskId };
  } catch (cause) {
    const out = cause instanceof ApiError ? asUnavailableKey(cause.details) : null;
    if (uncertain && out?.holder.userId === person.id)
      return { ...lentAt({ ...item, ...out.key }, out.since, null), repeated: true };
    throw cause;
  }
}

/** Why access rules do not allow it; null of any other failure. */
export function refusedAccessOf(cause: unknown): RefusedAccess | null {
  return cause instanceof ApiError ? asRefusedAccess(cause.details) : null;
}
