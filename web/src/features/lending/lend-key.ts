import { asRefusedAccess, type RefusedAccess } from '@keydesk/shared/access/refused-access';
import { asUnavailableKey } from '@keydesk/shared/handovers/unavailable-key';
import type { Key } from '@keydesk/shared/keys/key';
import type { FoundPerson } from '@keydesk/shared/users/people-routes';
import { ApiError, api, call } from '../../lib/api.ts';
import { chosenDeskId } from '../../lib/desks.ts';
import type { KeyHandover } from '../../lib/handover-result.ts';

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

/**
 * Hands the key over. With `uncertain`, an earlier attempt got no answer: if the person has the key
 * by now, that attempt succeeded.
 */
export async function lendKey(
  { item, person, cardText, tag, overrideReason, here }: Lending,
  uncertain: boolean,
): Promise<KeyHandover> {
  // Of the answer where there is one: the key may have got another number since it was chosen.
  const lentAt = (key: Key, at: string, loanId: string | null) => ({
    kind: 'handed-over' as const,
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
