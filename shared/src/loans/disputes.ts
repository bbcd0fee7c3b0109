import { z } from 'zod';
import { hourMs } from '../core/dates.ts';
import { type AppError, appError } from '../core/errors.ts';
import { idSchema, instantSchema, namedSchema, noteSchema } from '../core/fields.ts';
import { nullAsUndefined } from '../http/input.ts';
import { adminRoute, dataEnvelope, deskRoute, route } from '../http/route.ts';
import { undoneHandoverSchema } from './loan.ts';
import { type IdentifiedBy, isProven } from './loan-kinds.ts';
import { disputeResolutionNames } from './settlement.ts';
import { handovers } from './undo-reasons.ts';

const findingSchema = z.object({
  resolution: z.enum(disputeResolutionNames),
  ofReturn: z.boolean(),
});

/** A holder's objection to a loan, and how it was settled. */
export const disputeSchema = z.object({
  loanId: idSchema,
  keyId: idSchema,
  keyNumber: z.string(),
  holder: namedSchema,
  /** Who answers for a visitor, and says it; null where the holder does. */
  sponsor: namedSchema.nullable(),
  handedBy: namedSchema,
  /** Where it was handed out, if the desk is known. */
  deskName: z.string().nullable(),
  takenAt: instantSchema,
  returnedAt: instantSchema.nullable(),
  /** Of a loan from paper: when `handedBy` entered it. */
  recordedAt: instantSchema.optional(),
  /** The return that the desk undid before, if that is disputed. */
  undoneReturn: undoneHandoverSchema.optional(),
  raisedAt: instantSchema,
  settledAt: instantSchema.nullable(),
  settledBy: namedSchema.nullable(),
  resolution: z.enum(disputeResolutionNames).nullable(),
  /** What can be true of it; nothing once it is settled. */
  findings: z.array(findingSchema),
  note: z.string().nullable(),
  /** Who actually had the key. */
  correctedTo: namedSchema.nullable(),
});
export type Dispute = z.infer<typeof disputeSchema>;

export type DisputableLoan = {
  keyNumber: string;
  identifiedBy: IdentifiedBy | null;
  /** When the holder was told of it. */
  toldAt: Date;
  /** When they were told last that the desk undid their return; null if it never did. */
  undoneToldAt: Date | null;
  /** Its hand-out was undone, so that it never was. */
  isCancelled: boolean;
  dispute: { settledAt: Date | null } | null;
};

type DisputeVerdict =
  | { outcome: 'raise' | 'raised-before' }
  | { outcome: 'refused'; error: AppError };

/**
 * May the holder dispute their loan now? Only while the desk's word alone decides what the record
 * says of them: it made the loan without their code, or undid its return. Doing so again changes
 * nothing (`not-me`).
 */
export function decideDispute(loan: DisputableLoan, now: Date): DisputeVerdict {
  if (loan.dispute)
    return loan.dispute.settledAt
      ? { outcome: 'refused', error: appError('DISPUTE_SETTLED') }
      : { outcome: 'raised-before' };
  if (loan.isCancelled)
    return {
      outcome: 'refused',
      error: appError('CANCELLED_SINCE', { keyNumber: loan.keyNumber }),
    };
  const isLentByName = !isProven(loan.identifiedBy);
  const told = [isLentByName && loan.toldAt, loan.undoneToldAt].filter((at) => at instanceof Date);
  if (told.length === 0) return { outcome: 'refused', error: appError('NOT_LENT_BY_NAME') };
  return told.some((at) => isDisputable(at, now.getTime()))
    ? { outcome: 'raise' }
    : { outcome: 'refused', error: appError('DISPUTE_TOO_LATE') };
}

/** For so long after they were told, a holder can say that it was not them. */
export const disputeHours = 24;

/** Whether 'Not me' can still be said at `now`, a time in milliseconds. */
export function isDisputable(toldAt: Date, now: number): boolean {
  return now - toldAt.getTime() <= disputeHours * hourMs;
}

const idPath = z.strictObject({ id: idSchema });
const optionalNote = nullAsUndefined(noteSchema('note', 500).optional());

/** Where it can be true of the hand-out and of the undone return: of which. */
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
    /** Who actually had the key. */
    holderId: idSchema,
  }),
]);
export type Settlement = z.infer<typeof settlementBody>;

/** 'Not me': a holder disputes a loan, and an admin settles it. */
export const disputeRoutes = {
  disputeLoan: route({
    method: 'POST',
    path: '/loans/:id/dispute',
    summary: 'Say that a key was not handed to oneself, within 24 hours',
    access: 'registered',
    ownership: 'caller',
    deskComputer: 'never',
    params: idPath,
    body: z.strictObject({
      /** What they were told that was not so, where the desk has undone the return, too. */
      handover: nullAsUndefined(z.enum(handovers).optional()),
    }),
    response: dataEnvelope(z.object({ loanId: idSchema })),
  }),
  settleDispute: adminRoute({
    method: 'PATCH',
    path: '/loans/:id/dispute',
    summary:
      'Settle a dispute: the key is back, never left, somebody else had it, or the record was right',
    params: idPath,
    body: settlementBody,
    response: dataEnvelope(z.object({ dispute: disputeSchema })),
  }),
  keyDisputes: deskRoute({
    method: 'GET',
    path: '/keys/:id/disputes',
    summary: 'The disputes about a key: open ones first, then the latest',
    params: idPath,
    response: dataEnvelope(z.object({ disputes: z.array(disputeSchema) })),
  }),
};
