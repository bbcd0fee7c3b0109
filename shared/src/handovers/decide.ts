import { type AppError, appError } from '../errors.ts';
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

export type Verdict = { allowed: true } | { allowed: false; error: AppError };

const allowed: Verdict = { allowed: true };

const borrowingRoles: readonly Role[] = ['faculty', 'security', 'admin'];

/** May this key be handed to this person now? (spec §4: taking requires available.) */
export function decideHandOut(key: LockedKey | undefined, borrower: Borrower): Verdict {
  if (!key?.isActive) return refused(appError('KEY_NOT_FOUND'));
  if (!borrower || needsRegistration(borrower) || !borrowingRoles.includes(borrower.role))
    return refused(appError('HOLDER_CANNOT_BORROW'));
  return key.openLoan ? refused(appError('KEY_NOT_AVAILABLE')) : allowed;
}

function refused(reason: AppError): Verdict {
  return { allowed: false, error: reason };
}

export type TakeBackRequest = {
  /** The loan that the desk was shown; another one by now is a conflict (DESIGN §6.7). */
  shownLoanId?: string | undefined;
  /** The person whose own return code or self-service call this is; must be the holder. */
  holderId?: string | undefined;
};

/** May this key be taken back now? (spec §4: returning requires unavailable.) */
export function decideTakeBack(key: LockedKey | undefined, wish: TakeBackRequest): Verdict {
  if (!key?.isActive) return refused(appError('KEY_NOT_FOUND'));
  if (!key.openLoan) return refused(appError('KEY_NOT_TAKEN'));
  if (wish.shownLoanId && wish.shownLoanId !== key.openLoan.id)
    return refused(appError('LOAN_CHANGED'));
  if (wish.holderId && wish.holderId !== key.openLoan.holderId)
    return refused(appError('NOT_YOUR_KEY'));
  return allowed;
}

/** All or nothing: may every key of the batch be taken back? Names the keys at fault (DESIGN §6.6). */
export function decideBatchReturn(wanted: readonly string[], keys: readonly LockedKey[]): Verdict {
  const active = new Map(keys.filter((key) => key.isActive).map((key) => [key.id, key]));
  const unknown = wanted.filter((id) => !active.has(id));
  if (unknown.length > 0)
    return refused(
      appError('KEYS_NOT_FOUND', unknown.join(', ')).withDetails({
        keys: unknown.map((keyId) => ({ keyId })),
      }),
    );
  const hanging = [...active.values()].filter((key) => !key.openLoan);
  return hanging.length > 0
    ? refused(appError('KEYS_NOT_TAKEN', keyNumbers(hanging)).withDetails(faults(hanging)))
    : allowed;
}

function keyNumbers(keys: readonly LockedKey[]): string {
  return keys.map((key) => key.keyNumber).join(', ');
}

function faults(keys: readonly LockedKey[]) {
  return {
    keys: keys.map((key) => ({ keyId: key.id, keyNumber: key.keyNumber })),
  };
}
