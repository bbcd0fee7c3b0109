import { z } from 'zod';

/**
 * Whatever breaks a line, turns the direction of writing or shows nothing. The joiners of Indic letters
 * and of emoji, and what chooses between forms of a character, are left: free text needs them.
 */
const unseen =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

const nothingSeen = /^[\s\p{Join_Control}\p{Variation_Selector}]*$/u;

/**
 * What one person writes for others in a line of its own field: a purpose, a reason, a note. It is quoted
 * in messages and mails, where nothing in it may look like a line of ours (`honest-notes`).
 */
export function noteSchema(field: string, max: number, missing?: string) {
  return z
    .string(missing)
    .trim()
    .overwrite((text) => (nothingSeen.test(text) ? '' : text))
    .max(max, `${field} must be at most ${max} characters`)
    .refine((text) => !unseen.test(text), {
      error: `${field} must be a single line without control or invisible characters`,
    });
}
