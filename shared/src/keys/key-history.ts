import { z } from 'zod';
import { returnTypeSchema } from '../handovers/return-type.ts';
import { idSchema, instantSchema } from '../id.ts';

const personSchema = z.object({ id: idSchema, name: z.string() });

/**
 * One past or present loan of a key, as far as the reader may see it: the desk sees everything,
 * others all of their own loans, and who has the key now since when.
 */
export const keyLoanSchema = z.object({
  _id: idSchema,
  takenAt: instantSchema,
  returnedAt: instantSchema.nullable(),
  returnType: returnTypeSchema.nullable(),
  holder: personSchema,
  handedBy: personSchema.nullable(),
  returnedBy: personSchema.nullable(),
  receivedBy: personSchema.nullable(),
  reason: z.string().nullable(),
});
export type KeyLoan = z.infer<typeof keyLoanSchema>;
