import { z } from 'zod';
import { nameError, normalizeName } from './person-name.ts';

// Separate from user.ts, which every page imports: only forms need the schema library.

/** A well-formed name. Whether this person may use it is for the server to decide. */
export const personNameSchema = z
  .string({ error: 'Name is required' })
  .overwrite(normalizeName)
  .superRefine((name, context) => {
    const message = nameError(name);
    if (message) context.addIssue({ code: 'custom', message });
  });

export const facultyIdSchema = z
  .string()
  .trim()
  .min(1, 'Please fill in all required fields')
  .max(40, 'Faculty ID must be at most 40 characters')
  .regex(/[\p{L}\p{N}]/u, 'Faculty ID must have a letter or digit');
