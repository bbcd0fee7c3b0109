import { z } from 'zod';
import { idSchema, instantSchema } from '../id.ts';
import { namedSchema } from '../named.ts';
import { identifiedBySchema } from './identified-by.ts';
import { returnTypeSchema } from './return-type.ts';

/** What every view of a loan that may be over tells: how it ended, and who took part in that. */
const pastLoanSchema = z.object({
  _id: idSchema,
  takenAt: instantSchema,
  returnedAt: instantSchema.nullable(),
  returnType: returnTypeSchema.nullable(),
  returnedBy: namedSchema.nullable(),
  receivedBy: namedSchema.nullable(),
  reason: z.string().nullable(),
});

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
