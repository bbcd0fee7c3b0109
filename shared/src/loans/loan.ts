import { z } from 'zod';
import { chosenInstantSchema, idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { optionalFilter } from '../http/input.ts';
import { incidentKindSchema } from '../keys/key.ts';
import { identificationNames, type ReturnType, returnTypeNames } from './loan-kinds.ts';
import { disputeResolutionNames } from './settlement.ts';
import { handovers, undoReasonNames } from './undo-reasons.ts';

export const returnTypeSchema = z.enum(returnTypeNames);

/** When, by whom and why a handover was undone. */
const undoingSchema = z.object({
  undoneAt: instantSchema,
  undoneBy: namedSchema,
  undoneReason: z.enum(undoReasonNames),
});

/** A handover that the desk undid, as it was recorded until then (`undone-handover`). */
export const undoneHandoverSchema = undoingSchema.extend({
  handover: z.enum(handovers),
  /** How the loan had ended; null of a hand-out whose key had not come back. */
  returnedAt: instantSchema.nullable(),
  returnType: returnTypeSchema.nullable(),
  returnedBy: namedSchema.nullable(),
  receivedBy: namedSchema.nullable(),
  /** Of a return from paper: when `receivedBy` entered it. */
  returnRecordedAt: instantSchema.optional(),
});
export type UndoneHandover = z.infer<typeof undoneHandoverSchema>;

/** How a dispute of a loan was settled, when and by whom. */
const settlementSchema = z.object({
  settledAt: instantSchema,
  settledBy: namedSchema,
  resolution: z.enum(disputeResolutionNames),
  /** It was about a return that the desk had undone. */
  ofReturn: z.boolean(),
});
export type DisputeSettlement = z.infer<typeof settlementSchema>;

/** What every view of a loan that may be over tells: how it ended, and who took part in that. */
const pastLoanSchema = z.object({
  _id: idSchema,
  takenAt: instantSchema,
  returnedAt: instantSchema.nullable(),
  returnType: returnTypeSchema.nullable(),
  returnedBy: namedSchema.nullable(),
  receivedBy: namedSchema.nullable(),
  reason: z.string().nullable(),
  /** Of a loan from paper: when `handedBy` entered it. */
  recordedAt: instantSchema.optional(),
  /** Of a return from paper: when `receivedBy` entered it. */
  returnRecordedAt: instantSchema.optional(),
  /** Of a visitor's: who answered for them then. */
  sponsor: namedSchema.optional(),
  /** Its holder says that they do not have the key, and no admin has settled that. */
  disputed: z.literal(true).optional(),
  /** How an admin settled that. */
  settled: settlementSchema.optional(),
  /** What the desk undid of it, in that order. */
  undone: z.array(undoneHandoverSchema).optional(),
});

const identifiedBySchema = z.enum(identificationNames);

/**
 * One past or present loan of a key. The desk sees everything; others see their own loans, and who
 * has the key now and since when.
 */
export const keyLoanSchema = pastLoanSchema.extend({
  holder: namedSchema,
  handedBy: namedSchema.nullable(),
  /** How the desk knew the holder; null for loans from before it was recorded. */
  identifiedBy: identifiedBySchema.nullable().optional(),
});
export type KeyLoan = z.infer<typeof keyLoanSchema>;

/** Loans that touch the time since `from` and before `to`. */
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
  /** Of a key that was out: with whom. */
  loan: keyLoanSchema.nullable(),
  /** Of one that hung, or should have: where; null on a campus of one desk. */
  desk: namedSchema.nullable(),
  /** What was wrong with it, as was known then. */
  reported: incidentKindSchema.nullable(),
  /** What the record said at that moment, by a handover that was undone or settled since. */
  said: z
    .object({
      where: z.enum(['out', 'hanging']),
      loan: keyLoanSchema.nullable(),
      desk: namedSchema.nullable(),
      /** Without it the dispute of its loan was settled since. */
      undone: undoneHandoverSchema.optional(),
    })
    .optional(),
});
export type KeyAt = z.infer<typeof keyAtSchema>;

/** One past or present loan of a person. */
export const userLoanSchema = pastLoanSchema.extend({
  key: z.object({
    id: idSchema,
    keyNumber: z.string(),
    keyName: z.string(),
    /** False once the key was deleted. */
    isActive: z.boolean(),
  }),
  handedBy: namedSchema,
  /** What they were called then, where it was another name than today's. */
  heldAs: z.string().optional(),
});
export type UserLoan = z.infer<typeof userLoanSchema>;

/** A key that somebody has, and when it is due; null if it has no due time. */
export const openLoanSchema = z.object({
  loanId: idSchema,
  keyId: idSchema,
  keyNumber: z.string(),
  keyName: z.string(),
  takenAt: instantSchema,
  dueAt: instantSchema.nullable(),
  /** Its key is reported lost, so that its holder is not reminded. */
  lost: z.literal(true).optional(),
});

/** The same with its holder, for those who ask them to bring it back. */
export const loanToRemindSchema = openLoanSchema.extend({
  holder: namedSchema,
  /** When the desk last reminded the holder. */
  remindedAt: instantSchema.nullable(),
  /** Its holder says that it was not handed to them, and no admin has settled that. */
  disputed: z.literal(true).optional(),
});
export type LoanToRemind = z.infer<typeof loanToRemindSchema>;

/** The way a key comes back. */
export type ReturnMethod = 'return-code' | 'batch-code' | 'desk' | 'self-service';

/** The return type of one loan; it depends on the way and on who brings the key. */
export function returnTypeOf(
  method: ReturnMethod,
  returnerId: string,
  holderId: string,
): ReturnType {
  if (method === 'desk') return 'collected';
  if (returnerId !== holderId) return 'volunteer';
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
    /** Its home, and its place there. */
    deskId: idSchema.nullable(),
    hook: z.string().nullable(),
  }),
  /** Whose loan it is. */
  holder: namedSchema,
  /** Who handed the key out or took it back. */
  guard: namedSchema,
  /** Where; null at a computer that is not enrolled. */
  desk: namedSchema.nullable(),
  /** The duty on which it happened; null at a computer that is not enrolled. */
  dutyId: idSchema.nullable(),
  /** Of a return. */
  returnType: returnTypeSchema.nullable(),
  /** Of a hand-out: how the desk knew the holder. Of a return: that it was entered from paper. */
  identifiedBy: identifiedBySchema.nullable(),
  /** Whether the tag of the physical key was scanned. */
  tagChecked: z.boolean(),
  /** The desk undid it. */
  undone: z.literal(true).optional(),
  undoing: undoingSchema.optional(),
  /** Its holder says that it was not so, and no admin has settled that. */
  disputed: z.literal(true).optional(),
  /** How an admin settled that. */
  settled: settlementSchema.optional(),
});
export type LoggedHandover = z.infer<typeof loggedHandoverSchema>;
