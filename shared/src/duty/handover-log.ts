import { z } from 'zod';
import { identifiedBySchema } from '../handovers/identified-by.ts';
import { returnTypeSchema } from '../handovers/return-type.ts';
import { idSchema, instantSchema } from '../id.ts';
import { namedSchema } from '../named.ts';

/** One side of a loan in the log of handovers. */
export const loggedHandoverSchema = z.object({
  kind: z.enum(['hand-out', 'return']),
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
  /** Of a hand-out: how the desk knew the holder. */
  identifiedBy: identifiedBySchema.nullable(),
  /** Whether the tag of the metal was scanned. */
  tagChecked: z.boolean(),
});
export type LoggedHandover = z.infer<typeof loggedHandoverSchema>;
