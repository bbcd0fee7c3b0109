import { z } from 'zod';
import { hourMs } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema, instantSchema, namedSchema, noteSchema } from '../core/fields.ts';
import { adminRoute, dataWith, deskRoute, route } from '../core/route-rows.ts';
import { nullAsUndefined } from '../http/input.ts';
import { undoneHandoverSchema } from './loan.ts';
import { type IdentifiedBy, isProven } from './loan-kinds.ts';
import { disputeResolutionNames } from './settlement.ts';
import { type Handover, handovers } from './undo-reasons.ts';

const findingSchema = z.object({
  resolution: z.enum(disputeResolutionNames),
  ofReturn: z.boolean(),
});

export const disputeSchema = z.object({
  loanId: idSchema,
  keyId: idSchema,
  keyNumber: z.string(),
  holder: namedSchema,
  /** The visitor's sponsor, who raised it; null if the holder did. */
  sponsor: namedSchema.nullable(),
  handedBy: namedSchema,
  /** Where it was handed out, if the desk is known. */
  deskName: z.string().nullable(),
  takenAt: instantSchema,
  returnedAt: instantSchema.nullable(),
  /** When `handedBy` entered the loan from paper. */
  recordedAt: instantSchema.optional(),
  /** The undone return, if that is disputed. */
  undoneReturn: undoneHandoverSchema.optional(),
  raisedAt: instantSchema,
  settledAt: instantSchema.nullable(),
  settledBy: namedSchema.nullable(),
  resolution: z.enum(disputeResolutionNames).nullable(),
  /** Possible findings; empty once settled. */
  findings: z.array(findingSchema),
  note: z.string().nullable(),
  /** The actual holder. */
  correctedTo: namedSchema.nullable(),
});
export type Dispute = z.infer<typeof disputeSchema>;

export type DisputableLoan = {
  keyNumber: string;
  identifiedBy: IdentifiedBy | null;
  /** When the holder was last notified of it. */
  notifiedAt: Date;
  /** When they were last notified of an undone return; null without one. */
  undoneNotifiedAt: Date | null;
  /** Its hand-out was undone. */
  isCancelled: boolean;
  dispute: { settledAt: Date | null; ofReturn: boolean } | null;
};

type DisputeVerdict =
  | { outcome: 'raise' | 'raised-before' }
  | { outcome: 'refused'; error: AppError };

/**
 * Whether the holder may dispute the loan now: only while the record rests on the desk's word
 * alone, which made the loan without their code, or undid its return. Idempotent, but who disputed the
 * return can then say that they never had the key (`not-me`).
 */
export function decideDispute(
  loan: DisputableLoan,
  about: Handover | undefined,
  now: Date,
): DisputeVerdict {
  const { dispute } = loan;
  const isLentByName = !isProven(loan.identifiedBy);
  const isOfHandOut = about === 'hand-out' && isLentByName;
  if (dispute?.settledAt) return { outcome: 'refused', error: appError('DISPUTE_SETTLED') };
  if (dispute && !(dispute.ofReturn && isOfHandOut)) return { outcome: 'raised-before' };
  if (loan.isCancelled)
    return {
      outcome: 'refused',
      error: appError('CANCELLED_SINCE', { keyNumber: loan.keyNumber }),
    };
  const notified = [isLentByName && loan.notifiedAt, !isOfHandOut && loan.undoneNotifiedAt].filter(
    (at) => at instanceof Date,
  );
  if (notified.length === 0) return { outcome: 'refused', error: appError('NOT_LENT_BY_NAME') };
  return notified.some((at) => isDisputable(at, now.getTime()))
    ? { outcome: 'raise' }
    : { outcome: 'refused', error: appError('DISPUTE_TOO_LATE') };
}

/** For so long after their notification, a holder can say that it was not them. */
export const disputeHours = 24;

/** `now` is in milliseconds. */
export function isDisputable(notifiedAt: Date, now: number): boolean {
  return now - notifiedAt.getTime() <= disputeHours * hourMs;
}

const optionalNote = nullAsUndefined(noteSchema('note', 500).optional());

/** Disambiguates findings that can be true of both the hand-out and the undone return. */
const ofReturn = nullAsUndefined(z.boolean().optional());

const settlementBody = z.discriminatedUnion('resolution', [
  z.strictObject({
    resolution: z.enum(disputeResolutionNames).exclude(['corrected']),
    ofReturn,
    note: optionalNote,
  }),
  z.strictObject({
    resolution: z.literal('corrected'),
    ofReturn,
    note: optionalNote,
    /** The actual holder. */
    holderId: idSchema,
  }),
]);
export type Settlement = z.infer<typeof settlementBody>;

export const disputeRoutes = {
  disputeLoan: route({
    method: 'POST',
    path: '/loans/:id/dispute',
    summary: 'Say that a key was not handed to oneself, within 24 hours',
    access: 'registered',
    ownership: 'caller',
    deskComputer: 'never',
    body: z.strictObject({
      /** The disputed side, where the desk has undone the return, too. */
      handover: nullAsUndefined(z.enum(handovers).optional()),
    }),
    response: dataWith({ loanId: idSchema }),
  }),
  settleDispute: adminRoute({
    method: 'PATCH',
    path: '/loans/:id/dispute',
    summary:
      'Settle a dispute: the key is back, never left, someone else had it, or the record was right',
    body: settlementBody,
    response: dataWith({ dispute: disputeSchema }),
  }),
  keyDisputes: deskRoute({
    method: 'GET',
    path: '/keys/:id/disputes',
    summary: 'The disputes about a key: open ones first, then the latest',
    response: dataWith({ disputes: z.array(disputeSchema) }),
  }),
};
