import { type AppError, appError } from '../errors.ts';
import { needsRegistration } from '../users/needs-registration.ts';
import { may, type Role } from '../users/role.ts';

/** A key, read under its lock. */
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

/** May this key be handed to this person now? It must not be out (`pure-decision`). */
export function decideHandOut(key: LockedKey | undefined, borrower: Borrower): Verdict {
  if (!key?.isActive) return refused(appError('KEY_NOT_FOUND'));
  if (!borrower || needsRegistration(borrower) || !may(borrower.role, 'borrowKeys'))
    return refused(appError('HOLDER_CANNOT_BORROW'));
  return key.openLoan ? refused(appError('KEY_NOT_AVAILABLE')) : allowed;
}

function refused(error: AppError): Verdict {
  return { allowed: false, error };
}

export type TakeBackRequest = {
  /** The loan that the desk saw when it confirmed; a different one by now is a conflict. */
  shownLoanId?: string | undefined;
  /** Whose return code or self-service call this is: it must be the holder. */
  holderId?: string | undefined;
};

/** May this key be taken back now? It must be out. */
export function decideTakeBack(key: LockedKey | undefined, request: TakeBackRequest): Verdict {
  if (!key?.isActive) return refused(appError('KEY_NOT_FOUND'));
  if (!key.openLoan) return refused(appError('KEY_NOT_TAKEN'));
  if (request.shownLoanId && request.shownLoanId !== key.openLoan.id)
    return refused(appError('LOAN_CHANGED'));
  if (request.holderId && request.holderId !== key.openLoan.holderId)
    return refused(appError('NOT_YOUR_KEY'));
  return allowed;
}

/** May every key of the batch be taken back? All or nothing; the error names the others. */
export function decideBatchReturn(keyIds: readonly string[], keys: readonly LockedKey[]): Verdict {
  const active = new Map(keys.filter((key) => key.isActive).map((key) => [key.id, key]));
  const unknown = keyIds.filter((id) => !active.has(id));
  if (unknown.length > 0)
    return refused(
      appError('KEYS_NOT_FOUND', unknown.join(', ')).withDetails({
        keys: unknown.map((keyId) => ({ keyId })),
      }),
    );
  const notTaken = [...active.values()].filter((key) => !key.openLoan);
  return notTaken.length > 0
    ? refused(appError('KEYS_NOT_TAKEN', keyNumbers(notTaken)).withDetails(keyDetails(notTaken)))
    : allowed;
}

function keyNumbers(keys: readonly LockedKey[]): string {
  return keys.map((key) => key.keyNumber).join(', ');
}

function keyDetails(keys: readonly LockedKey[]) {
  return {
    keys: keys.map((key) => ({ keyId: key.id, keyNumber: key.keyNumber })),
  };
}
