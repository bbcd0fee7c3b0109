import { z } from 'zod';
import { hasInvisible, nameError, normalizeName } from './person-name.ts';

// Separate from user.ts, which every page imports: only forms need the schema library.

/** A well-formed name. Whether this person may use it is for the server to decide. */
export const personNameSchema = z
  .string({ error: 'Name is required' })
  .overwrite(normalizeName)
  .superRefine((name, context) => {
    const message = nameError(name);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** Two that look the same are the same, or one of them is refused: people are told apart by it. */
export const facultyIdSchema = z
  .string()
  .overwrite(normalizeFacultyId)
  .min(1, 'Please fill in all required fields')
  .max(40, 'Faculty ID must be at most 40 characters')
  .regex(/[\p{L}\p{N}]/u, 'Faculty ID must have a letter or digit')
  .refine((id) => !hasInvisible(id), 'Faculty ID must not contain control or invisible characters')
  .refine(hasOneAlphabet, 'Faculty ID must not mix Latin, Cyrillic and Greek letters');

/** Removes differences that nobody sees, full-width letters among them. */
export function normalizeFacultyId(id: string): string {
  return normalizeName(id.normalize('NFKC'));
}

/** Many of their letters look the same. */
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

function hasOneAlphabet(id: string): boolean {
  return alphabets.filter((letter) => letter.test(id)).length < 2;
}
