import { z } from 'zod';
import { minuteMs } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema } from '../core/fields.ts';
import { nullAsUndefined } from '../http/input.ts';
import { dataEnvelope, deskRoute } from '../http/route.ts';
import { keySchema } from '../keys/key.ts';
import { type ReturnType, returnTypes } from './loan-kinds.ts';
import { type Handover, handovers, undoReasonNames } from './undo-reasons.ts';

/** For so long the desk that recorded a handover can undo it. */
export const undoMinutes = 15;

/** So often an hour a guard can undo what one person did with one key: each time they are told. */
const undosOfOneKey = 3;

/** A loan and its key, read under the key's lock; times are the database's. */
export type UndoableLoan = {
  keyNumber: string;
  takenAt: Date;
  returnedAt: Date | null;
  returnType: ReturnType | null;
  /** Where it was handed out and taken back; null at a computer that is not enrolled. */
  deskId: string | null;
  returnDeskId: string | null;
  /** When it was entered from paper, and when its return was; null of every other. */
  recordedAt: Date | null;
  returnRecordedAt: Date | null;
  /** Its holder says that it is not theirs, or an admin has settled that. */
  disputed: boolean;
  /** Who has had the key in a later loan that was not undone, the latest of them; null if nobody. */
  handedSince: string | null;
  /** An admin found that it was this holder's: somebody else had said *Not me*. */
  isFound: boolean;
  /** Its holder's account was removed, so that it can have no key. */
  holderRemoved: boolean;
  /** Handovers of this key with this holder that whoever asks undid within the last hour. */
  undoneOfLate: number;
};

/** Who wants to undo a handover, and where they are. */
export type Undoer = {
  isAdmin: boolean;
  /** Of their duty, or chosen in their browser; null if neither. */
  deskId: string | null;
  /** The campus has one desk in use, or none. */
  isOnlyDesk: boolean;
};

export type UndoVerdict =
  | { outcome: 'cancel' | 'reopen' | 'undone-before' }
  | { outcome: 'refused'; error: AppError };

/**
 * What undoing a handover does to its loan: a hand-out's is cancelled, a return's is open again.
 * The desk that recorded it and admins may do so, soon, and not once the key has moved on. Doing it
 * again changes nothing. Without `handover` it is the latest one of the loan. A line from paper with
 * both handovers is cancelled whole, or not at all: nobody checked who could have the key since.
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
  if (loan.disputed) return refused(appError('UNDO_DISPUTED'));
  if (!isReturn && loan.isFound && !by.isAdmin)
    return refused(appError('UNDO_SETTLED', { keyNumber }));
  if (isReturn && isOneLine) return refused(appError('PAPER_LINE_WHOLE', { keyNumber }));
  if (isReturn && loan.holderRemoved) return refused(appError('HOLDER_REMOVED', { keyNumber }));
  const done = isReturn
    ? { at: returnedAt ?? now, deskId: loan.returnDeskId, entered: returnRecordedAt }
    : { at: loan.takenAt, deskId: loan.deskId, entered: recordedAt };
  if (!mayUndoAt(done.deskId, by)) return refused(appError('UNDO_ELSEWHERE'));
  const at = Math.max(done.at.getTime(), done.entered?.getTime() ?? 0);
  if (!isUndoable(at, now.getTime()))
    return refused(appError('UNDO_TOO_LATE', { minutes: undoMinutes }));
  if (loan.undoneOfLate >= undosOfOneKey && !by.isAdmin)
    return refused(appError('UNDO_TOO_OFTEN', { keyNumber }));
  return { outcome: isReturn ? 'reopen' : 'cancel' };
}

function refused(error: AppError): UndoVerdict {
  return { outcome: 'refused', error };
}

/**
 * Whether somebody may undo what was recorded at this desk. Of what was recorded at a computer that
 * is not enrolled the desk is not known, so every guard may.
 */
export function mayUndoAt(deskId: string | null, by: Undoer): boolean {
  return by.isAdmin || by.isOnlyDesk || deskId === null || deskId === by.deskId;
}

/** Whether a handover of this time can still be undone at `now`; both in milliseconds. */
export function isUndoable(at: number, now: number): boolean {
  return now - at <= undoMinutes * minuteMs;
}

/** Undoing what the desk recorded but did not do. */
export const undoRoutes = {
  undoHandover: deskRoute({
    method: 'POST',
    path: '/loans/:id/undo',
    summary: 'Undo a handover that was recorded within 15 minutes at this desk; admins at any desk',
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({
      /** A hand-out of a key that is not on its hook also reports it missing. */
      reason: z.enum(undoReasonNames),
      /** Which side of the loan; the latest one if it is not said. */
      handover: nullAsUndefined(z.enum(handovers).optional()),
      /** The desk that was chosen in a browser that is not enrolled. */
      atDeskId: nullAsUndefined(idSchema.optional()),
    }),
    response: dataEnvelope(z.object({ key: keySchema })),
  }),
};
