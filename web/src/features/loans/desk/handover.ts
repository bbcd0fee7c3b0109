import { asRefusedAccess, type RefusedAccess } from '@keydesk/shared/access/refused-access';
import type { Obligation } from '@keydesk/shared/core/rule-verdict';
import type { Key } from '@keydesk/shared/keys/key';
import { asKeyElsewhere } from '@keydesk/shared/keys/key-place';
import { asNeededProof, type NeededProof, type proofFields } from '@keydesk/shared/loans/decide';
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

export type Obstacle = { message: string } & (
  | { kind: 'refused'; refused: RefusedAccess }
  | { kind: Obligation | 'here'; needed: Needed; notice: TagNotice | null }
);

type Needed = Omit<NeededProof, 'verdict'>;

export type TagNotice = { kind: 'wrong-tag'; message: string } | { kind: 'other-code' };

/** The obstacle that the desk can resolve; null for every other failure. */
export function obstacleOf(cause: unknown): Obstacle | null {
  if (!(cause instanceof ApiError)) return null;
  const { details, message } = cause;
  const elsewhere = asKeyElsewhere(details);
  if (elsewhere) return { kind: 'here', needed: elsewhere, message, notice: null };
  const refused = asRefusedAccess(details);
  if (refused) return { kind: 'refused', refused, message };
  const needed = asNeededProof(details);
  const [kind] = needed?.verdict.obligations ?? [];
  if (!needed || !kind) return null;
  const isWrong = needed.verdict.outcome === 'refused';
  return { kind, needed, message, notice: isWrong ? { kind: 'wrong-tag', message } : null };
}

export function wantedOf(obstacle: Obstacle): Needed {
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
