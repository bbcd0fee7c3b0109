import { z } from 'zod';
import { chosenInstantSchema, idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { optionalFilter } from '../http/input.ts';
import { incidentKindSchema } from '../keys/key.ts';
import { identificationNames, type ReturnType, returnTypeNames } from './loan-kinds.ts';
import { disputeResolutionNames } from './settlement.ts';
import { handovers, undoReasonNames } from './undo-reasons.ts';

export const returnTypeSchema = z.enum(returnTypeNames);

const undoingSchema = z.object({
  undoneAt: instantSchema,
  undoneBy: namedSchema,
  undoneReason: z.enum(undoReasonNames),
});

/** A handover as it was recorded before it was undone (`undone-handover`). */
export const undoneHandoverSchema = undoingSchema.extend({
  handover: z.enum(handovers),
  /** How the loan had ended; null for a hand-out without a return. */
  returnedAt: instantSchema.nullable(),
  returnType: returnTypeSchema.nullable(),
  returnedBy: namedSchema.nullable(),
  receivedBy: namedSchema.nullable(),
  /** When `receivedBy` entered the return from paper. */
  returnRecordedAt: instantSchema.optional(),
});
export type UndoneHandover = z.infer<typeof undoneHandoverSchema>;

const settlementSchema = z.object({
  settledAt: instantSchema,
  settledBy: namedSchema,
  resolution: z.enum(disputeResolutionNames),
  /** It was about an undone return. */
  ofReturn: z.boolean(),
});
export type DisputeSettlement = z.infer<typeof settlementSchema>;

const identifiedBySchema = z.enum(identificationNames);

/** The common part of views of past and open loans. */
const pastLoanSchema = z.object({
  _id: idSchema,
  takenAt: instantSchema,
  returnedAt: instantSchema.nullable(),
  returnType: returnTypeSchema.nullable(),
  returnedBy: namedSchema.nullable(),
  receivedBy: namedSchema.nullable(),
  reason: z.string().nullable(),
  /** When `handedBy` entered the loan, from paper or after a dispute. */
  recordedAt: instantSchema.optional(),
  /** When `receivedBy` entered the return from paper. */
  returnRecordedAt: instantSchema.optional(),
  /** How the desk identified the holder; null for loans that predate it. */
  identifiedBy: identifiedBySchema.nullable().optional(),
  /** The visitor's sponsor at the hand-out. */
  sponsor: namedSchema.optional(),
  /** The holder denies having the key. */
  disputed: z.literal(true).optional(),
  /** The settlement of the dispute. */
  settled: settlementSchema.optional(),
  /** Undone handovers, in order. */
  undone: z.array(undoneHandoverSchema).optional(),
});

/** The desk sees everything; others see their own loans, and the current holder. */
export const keyLoanSchema = pastLoanSchema.extend({
  holder: namedSchema,
  handedBy: namedSchema.nullable(),
});
export type KeyLoan = z.infer<typeof keyLoanSchema>;

/** Loans that overlap the time from `from` to before `to`. */
export const loanPeriodSchema = z.strictObject({
  from: optionalFilter(chosenInstantSchema),
  to: optionalFilter(chosenInstantSchema),
});
export type LoanPeriod = z.infer<typeof loanPeriodSchema>;

/** Where a key was at a moment, as the record says now. */
export const keyAtSchema = z.object({
  moment: instantSchema,
  /** 'not seen' after a count that missed it; `unknown` before the key was in Keydesk. */
  where: z.enum(['out', 'hanging', 'not seen', 'missing', 'removed', 'unknown']),
  /** If the key was out. */
  loan: keyLoanSchema.nullable(),
  /** If it was or should have been on its hook; null on a campus with one desk. */
  desk: namedSchema.nullable(),
  /** The open report at that time. */
  reported: incidentKindSchema.nullable(),
  /** What the record said at that moment, if the handover was undone or settled since. */
  said: z
    .object({
      where: z.enum(['out', 'hanging']),
      loan: keyLoanSchema.nullable(),
      desk: namedSchema.nullable(),
      /** Absent if a dispute was settled instead. */
      undone: undoneHandoverSchema.optional(),
    })
    .optional(),
});
export type KeyAt = z.infer<typeof keyAtSchema>;

export const userLoanSchema = pastLoanSchema.extend({
  key: z.object({
    id: idSchema,
    keyNumber: z.string(),
    keyName: z.string(),
    /** False once the key was deleted. */
    isActive: z.boolean(),
  }),
  handedBy: namedSchema,
  /** Their name at the hand-out, if different. */
  heldAs: z.string().optional(),
});
export type UserLoan = z.infer<typeof userLoanSchema>;

/** An open loan; times are null without a due time. */
export const openLoanSchema = z.object({
  loanId: idSchema,
  keyId: idSchema,
  keyNumber: z.string(),
  keyName: z.string(),
  takenAt: instantSchema,
  dueAt: instantSchema.nullable(),
  /** Its key is reported lost, so reminders are suspended. */
  lost: z.literal(true).optional(),
});

/** With the holder, for reminders. */
export const loanToRemindSchema = openLoanSchema.extend({
  holder: namedSchema,
  /** The desk's last reminder. */
  remindedAt: instantSchema.nullable(),
  /** The holder denies having the key. */
  disputed: z.literal(true).optional(),
});
export type LoanToRemind = z.infer<typeof loanToRemindSchema>;

export type ReturnMethod = 'return-code' | 'batch-code' | 'desk' | 'self-service';

/** Depends on the method and on who returns the key. */
export function returnTypeOf(
  method: ReturnMethod,
  returnerId: string,
  holderId: string,
): ReturnType {
  if (returnerId !== holderId) return method === 'desk' ? 'collected' : 'volunteer';
  return method === 'batch-code' ? 'batch' : 'own';
}

/** One side of a loan in the log of handovers. */
export const loggedHandoverSchema = z.object({
  kind: z.enum(handovers),
  loanId: idSchema,
  at: instantSchema,
  key: z.object({
    id: idSchema,
    keyNumber: z.string(),
    keyName: z.string(),
    /** Its home desk, and its place there. */
    deskId: idSchema.nullable(),
    hook: z.string().nullable(),
  }),
  holder: namedSchema,
  /** Who handed the key out or took it back. */
  guard: namedSchema,
  /** Null at a computer that is not enrolled. */
  desk: namedSchema.nullable(),
  /** The shift; null at a computer that is not enrolled. */
  dutyId: idSchema.nullable(),
  /** For returns. */
  returnType: returnTypeSchema.nullable(),
  /** Hand-out: how the desk identified the holder. Return: whether it was entered from paper. */
  identifiedBy: identifiedBySchema.nullable(),
  /** When it was entered, from paper or after a dispute; null if it was recorded at once. */
  recordedAt: instantSchema.nullable().optional(),
  /** Whether the key's tag was scanned. */
  tagChecked: z.boolean(),
  /** The desk undid it. */
  undone: z.literal(true).optional(),
  undoing: undoingSchema.optional(),
  /** The holder disputes it. */
  disputed: z.literal(true).optional(),
  /** The settlement of the dispute. */
  settled: settlementSchema.optional(),
});
export type LoggedHandover = z.infer<typeof loggedHandoverSchema>;
