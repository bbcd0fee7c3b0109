import { type KeydeskError, refusal } from '../errors.ts';
import type { Role } from '../users/role.ts';
import { needsRegistration } from '../users/user.ts';

/** A key as it stands under its lock. */
export type LockedKey = {
  id: string;
  keyNumber: string;
  isActive: boolean;
  openLoan: { id: string; holderId: string } | null;
};

/** The person who would receive a key; null when they are gone. */
export type Borrower = {
  id: string;
  role: Role;
  department: string | null;
  facultyId: string | null;
} | null;

export type Verdict = { allowed: true } | { allowed: false; refusal: KeydeskError };

const allowed: Verdict = { allowed: true };
const refused = (reason: KeydeskError): Verdict => ({ allowed: false, refusal: reason });

const borrowingRoles: readonly Role[] = ['faculty', 'security', 'admin'];

/** May this key be handed to this person now? (spec §4: taking requires available.) */
export const decideHandOut = (key: LockedKey | undefined, borrower: Borrower): Verdict => {
  if (!key?.isActive) return refused(refusal('KEY_NOT_FOUND'));
  if (!borrower || needsRegistration(borrower) || !borrowingRoles.includes(borrower.role))
    return refused(refusal('HOLDER_CANNOT_BORROW'));
  return key.openLoan ? refused(refusal('KEY_NOT_AVAILABLE')) : allowed;
};

export type TakeBackWish = {
  /** The loan that the desk was shown; another one by now is a conflict (DESIGN §6.7). */
  shownLoanId?: string | undefined;
  /** The person whose own return code or self-service call this is; must be the holder. */
  holderId?: string | undefined;
};

/** May this key be taken back now? (spec §4: returning requires unavailable.) */
export const decideTakeBack = (key: LockedKey | undefined, wish: TakeBackWish): Verdict => {
  if (!key?.isActive) return refused(refusal('KEY_NOT_FOUND'));
  if (!key.openLoan) return refused(refusal('KEY_NOT_TAKEN'));
  if (wish.shownLoanId && wish.shownLoanId !== key.openLoan.id)
    return refused(refusal('LOAN_CHANGED'));
  if (wish.holderId && wish.holderId !== key.openLoan.holderId)
    return refused(refusal('NOT_YOUR_KEY'));
  return allowed;
};

const faults = (keys: readonly LockedKey[]) => ({
  keys: keys.map((key) => ({ keyId: key.id, keyNumber: key.keyNumber })),
});

const numbers = (keys: readonly LockedKey[]): string => keys.map((key) => key.keyNumber).join(', ');

/** All or nothing: may every key of the batch be taken back? Names the keys at fault (DESIGN §6.6). */
export const decideBatchReturn = (
  wanted: readonly string[],
  keys: readonly LockedKey[],
): Verdict => {
  const active = new Map(keys.filter((key) => key.isActive).map((key) => [key.id, key]));
  const unknown = wanted.filter((id) => !active.has(id));
  if (unknown.length > 0)
    return refused(
      refusal('KEYS_NOT_FOUND', unknown.join(', ')).withDetails({
        keys: unknown.map((keyId) => ({ keyId })),
      }),
    );
  const hanging = [...active.values()].filter((key) => !key.openLoan);
  return hanging.length > 0
    ? refused(refusal('KEYS_NOT_TAKEN', numbers(hanging)).withDetails(faults(hanging)))
    : allowed;
};
