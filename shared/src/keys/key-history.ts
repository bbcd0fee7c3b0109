import { z } from 'zod';
import { returnTypeSchema } from '../handovers/return-type.ts';
import { idSchema, instantSchema } from '../id.ts';

const personSchema = z.object({ id: idSchema, name: z.string() });

/**
 * One past or present loan of a key, as far as the reader may see it: the desk sees everything,
 * others see who and when of their own loans and of the open one, and only when of the rest.
 */
export const keyLoanSchema = z.object({
  _id: idSchema,
  takenAt: instantSchema,
  returnedAt: instantSchema.nullable(),
  returnType: returnTypeSchema.nullable(),
  holder: personSchema.nullable(),
  handedBy: personSchema.nullable(),
  returnedBy: personSchema.nullable(),
  receivedBy: personSchema.nullable(),
  reason: z.string().nullable(),
});
export type KeyLoan = z.infer<typeof keyLoanSchema>;
