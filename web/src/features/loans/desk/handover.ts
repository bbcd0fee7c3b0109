import { asRefusedAccess, type RefusedAccess } from '@keydesk/shared/access/refused-access';
import type { Key } from '@keydesk/shared/keys/key';
import { asKeyElsewhere, type KeyElsewhere } from '@keydesk/shared/keys/key-place';
import { asNeededTag, type NeededTag } from '@keydesk/shared/loans/decide';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { ApiError } from '../../../lib/api.ts';

/** What the desk adds to a hand-out by scanning, pressing or writing. */
export type Proofs = {
  /** The text of the key's tag. */
  tag?: string | undefined;
  /** Why the key is handed over against access rules. */
  overrideReason?: string | undefined;
  /** The desk has the key, although it is recorded to be elsewhere. */
  here?: true | undefined;
  /** The sponsor of the visitor has not answered. */
  unanswered?: true | undefined;
};

/** Which key goes to whom: a code says both, or the desk chose them, the person maybe by their card. */
export type HandOut = Proofs &
  ({ text: string } | { item: Key; person: FoundPerson; cardText: string | null });

/** Which key comes back: by a code, or by hand. `item` is the key whose loan the desk was shown. */
export type TakeBack = {
  item: Key | null;
  text?: string | undefined;
  reason?: string | undefined;
  tag?: string | undefined;
};

/** What stands in the way of a hand-out until the desk adds something. */
export type Obstacle =
  | { kind: 'elsewhere'; elsewhere: KeyElsewhere }
  | { kind: 'refused'; refused: RefusedAccess }
  | { kind: 'tag'; needed: NeededTag; notice: TagNotice | null };

/** What was scanned instead of the key's tag: another tag, as the server says, or another code. */
export type TagNotice = { kind: 'wrong-tag'; message: string } | { kind: 'other-code' };

/** About which the desk can do something; null of every other failure. */
export function obstacleOf(cause: unknown): Obstacle | null {
  if (!(cause instanceof ApiError)) return null;
  const { code, details, message } = cause;
  const elsewhere = asKeyElsewhere(details);
  if (elsewhere) return { kind: 'elsewhere', elsewhere };
  const refused = asRefusedAccess(details);
  if (refused) return { kind: 'refused', refused };
  const needed = asNeededTag(details);
  const notice = code === 'TAG_NEEDED' ? null : { kind: 'wrong-tag' as const, message };
  return needed && { kind: 'tag', needed, notice };
}

/** Which key an obstacle keeps from whom. */
export function wantedOf(obstacle: Obstacle): Pick<KeyElsewhere, 'key' | 'holder'> {
  if (obstacle.kind === 'elsewhere') return obstacle.elsewhere;
  return obstacle.kind === 'refused' ? obstacle.refused : obstacle.needed;
}

/** A hand-out is done if the key is with that person, whatever became of its answer. */
export function isHandedOut(now: Key, to: FoundPerson): boolean {
  return now.takenBy?.userId === to.id;
}

/** A take-back is done if the loan that was shown is closed, whatever became of its answer. */
export function isTakenBack(now: Key, shown: Pick<Key, 'loanId'>): boolean {
  return now.loanId !== shown.loanId;
}
