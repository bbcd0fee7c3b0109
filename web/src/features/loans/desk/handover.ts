import { asRefusedAccess, type RefusedAccess } from '@keydesk/shared/access/refused-access';
import type { Key } from '@keydesk/shared/keys/key';
import { asKeyElsewhere, type KeyElsewhere } from '@keydesk/shared/keys/key-place';
import { asNeededTag, type NeededTag, type proofFields } from '@keydesk/shared/loans/decide';
import type { LendRequest } from '@keydesk/shared/loans/routes';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { ApiError } from '../../../lib/api.ts';

export type Proofs = Pick<LendRequest, keyof typeof proofFields | 'unanswered'>;

export type HandOut = { proofs?: Proofs } & (
  | { text: string }
  | { item: Key; person: FoundPerson; cardText: string | null }
);

/** `item` is the key whose loan the desk was shown. */
export type TakeBack = {
  item: Key | null;
  text?: string | undefined;
  reason?: string | undefined;
  tag?: string | undefined;
};

export type Obstacle =
  | { kind: 'elsewhere'; elsewhere: KeyElsewhere }
  | { kind: 'refused'; refused: RefusedAccess }
  | { kind: 'tag'; needed: NeededTag; notice: TagNotice | null };

export type TagNotice = { kind: 'wrong-tag'; message: string } | { kind: 'other-code' };

/** The obstacle that the desk can resolve; null for every other failure. */
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

export function wantedOf(obstacle: Obstacle): Pick<KeyElsewhere, 'key' | 'holder'> {
  if (obstacle.kind === 'elsewhere') return obstacle.elsewhere;
  return obstacle.kind === 'refused' ? obstacle.refused : obstacle.needed;
}

/** True if the person has the key, whatever the answer to the hand-out was. */
export function isHandedOut(now: Key, to: FoundPerson): boolean {
  return now.takenBy?.userId === to.id;
}

/** True if the loan shown is closed, whatever the answer to the take-back was. */
export function isTakenBack(now: Key, shown: Pick<Key, 'loanId'>): boolean {
  return now.loanId !== shown.loanId;
}
