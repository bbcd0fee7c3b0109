import { z } from 'zod';
import { nameError, normalizeName } from './person-name.ts';

// Apart from user.ts, whose rules every page reads: only forms load the schema library.

/** A name that may stand as one; whether it may be this person's is the server's question. */
export const personNameSchema = z
  .string({ error: 'Name is required' })
  .overwrite(normalizeName)
  .superRefine((name, context) => {
    const fault = nameError(name);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

export const facultyIdSchema = z
  .string()
  .trim()
  .min(1, 'Please fill in all required fields')
  .max(40, 'Faculty ID must be at most 40 characters');
