import { z } from 'zod';
import { minuteMs } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema } from '../core/fields.ts';
import { dataWith, deskRoute } from '../core/route-rows.ts';
import { nullAsUndefined } from '../http/input.ts';
import { keySchema } from '../keys/key.ts';
import { type IdentifiedBy, type ReturnType, returnTypes, wasFound } from './loan-kinds.ts';
import { type Handover, handovers, undoReasonNames } from './undo-reasons.ts';

/** Minutes in which the desk that recorded a handover can undo it. */
export const undoMinutes = 15;

/** Undos per hour by one guard of one person's handovers of one key; each notifies the person. */
const undosOfOneKey = 3;

/** A loan and its key, read under the key's lock; times are the database's. */
export type UndoableLoan = {
  keyNumber: string;
  takenAt: Date;
  returnedAt: Date | null;
  returnType: ReturnType | null;
  /** Null at a computer that is not enrolled. */
  deskId: string | null;
  returnDeskId: string | null;
  /** When hand-out and return were entered from paper, else null. */
  recordedAt: Date | null;
  returnRecordedAt: Date | null;
  /** The dispute of its holder; `settledAt` is null while it is open. */
  dispute: { settledAt: Date | null } | null;
  /** The latest holder of a later loan that was not undone, or null. */
  handedSince: string | null;
  identifiedBy: IdentifiedBy | null;
  /** The holder was deleted, and so can have no key. */
  holderRemoved: boolean;
  /** Handovers of this key with this holder that the same guard undid within the last hour. */
  undoneOfLate: number;
};

export type Undoer = {
  isAdmin: boolean;
  /** The desk of their shift, or the one selected in the browser; null without either. */
  deskId: string | null;
  /** The campus has at most one active desk. */
  isOnlyDesk: boolean;
};

export type UndoVerdict =
  | { outcome: 'cancel' | 'reopen' | 'undone-before' }
  | { outcome: 'refused'; error: AppError };

/**
 * Decides what undoing does: a hand-out's loan is cancelled, a return's is reopened. The desk that
 * recorded it and admins may do so, soon, and not once the key has moved on. Idempotent. Default:
 * the loan's latest handover. A line from paper with both handovers is cancelled as a whole or not
 * at all: no one checked who could have the key since.
 */
export function decideUndo(
  loan: UndoableLoan,
  by: Undoer,
  handover: Handover | undefined,
  now: Date,
): UndoVerdict {
  const { keyNumber, returnedAt, returnType, handedSince, recordedAt, returnRecordedAt } = loan;
  const isOneLine = recordedAt !== null && recordedAt.getTime() === returnRecordedAt?.getTime();
  const cameBack = returnedAt !== null && !isOneLine;
  const isReturn = (handover ?? (cameBack ? 'return' : 'hand-out')) === 'return';
  const end = returnType && returnTypes[returnType];
  if (end && !end.isUse)
    return isReturn && handover
      ? refused(appError('CANCELLED_SINCE', { keyNumber }))
      : { outcome: 'undone-before' };
  if (end && !end.cameBack) return refused(appError('GIVEN_UP_SINCE', { keyNumber }));
  if (handedSince !== null)
    return refused(appError('HANDED_SINCE', { keyNumber, name: handedSince }));
  if (isReturn && !returnedAt) return { outcome: 'undone-before' };
  if (!isReturn && cameBack) return refused(appError('CAME_BACK_SINCE', { keyNumber }));
  const done = isReturn
    ? { at: returnedAt ?? now, deskId: loan.returnDeskId, entered: returnRecordedAt }
    : { at: loan.takenAt, deskId: loan.deskId, entered: recordedAt };
  const at = Math.max(done.at.getTime(), done.entered?.getTime() ?? 0);
  // What was recorded after a settlement is a handover like any other.
  if (loan.dispute && (loan.dispute.settledAt?.getTime() ?? Infinity) >= at)
    return refused(appError('UNDO_DISPUTED'));
  if (!isReturn && wasFound(loan.identifiedBy) && !by.isAdmin)
    return refused(appError('UNDO_SETTLED', { keyNumber }));
  if (isReturn && isOneLine) return refused(appError('PAPER_LINE_WHOLE', { keyNumber }));
  if (isReturn && loan.holderRemoved) return refused(appError('HOLDER_REMOVED', { keyNumber }));
  if (!mayUndoAt(done.deskId, by)) return refused(appError('UNDO_ELSEWHERE'));
  if (!isUndoable(at, now.getTime()))
    return refused(appError('UNDO_TOO_LATE', { minutes: undoMinutes }));
  if (loan.undoneOfLate >= undosOfOneKey && !by.isAdmin)
    return refused(appError('UNDO_TOO_OFTEN', { keyNumber }));
  return { outcome: isReturn ? 'reopen' : 'cancel' };
}

function refused(error: AppError): UndoVerdict {
  return { outcome: 'refused', error };
}

/** Handovers at a computer that is not enrolled have no desk, so every guard may undo them. */
export function mayUndoAt(deskId: string | null, by: Undoer): boolean {
  return by.isAdmin || by.isOnlyDesk || deskId === null || deskId === by.deskId;
}

/** Both times are in milliseconds. */
export function isUndoable(at: number, now: number): boolean {
  return now - at <= undoMinutes * minuteMs;
}

export const undoRoutes = {
  undoHandover: deskRoute({
    method: 'POST',
    path: '/loans/:id/undo',
    summary: 'Undo a handover that was recorded within 15 minutes at this desk; admins at any desk',
    body: z.strictObject({
      /** If the key is not on its hook, an undone hand-out also reports it missing. */
      reason: z.enum(undoReasonNames),
      /** Default: the latest one. */
      handover: nullAsUndefined(z.enum(handovers).optional()),
      /** The desk selected in a browser that is not enrolled. */
      atDeskId: nullAsUndefined(idSchema.optional()),
    }),
    response: dataWith({ key: keySchema }),
  }),
};
