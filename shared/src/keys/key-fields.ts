import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { keyBlocks, keyCategories, keyDepartments } from './key.ts';

// Separate from key.ts, which every page imports: only the key form needs the schema library.

function text(field: string, max: number) {
  return z
    .string({ error: ({ input }) => (input === undefined ? `${field} is required` : undefined) })
    .trim()
    .max(max, `${field} must be at most ${max} characters`);
}

function requiredText(field: string, max: number) {
  return text(field, max).min(1, `${field} is required`);
}

/** Fields of the add-key form: number, name and location are required, the rest has defaults. */
export const keyFieldsSchema = z.strictObject({
  keyNumber: requiredText('Key number', 40),
  keyName: requiredText('Key name', 120),
  location: requiredText('Location', 160),
  description: nullAsUndefined(text('Description', 500).default('')),
  category: nullAsUndefined(z.enum(keyCategories).default('other')),
  department: nullAsUndefined(z.enum(keyDepartments).default('COMMON')),
  block: nullAsUndefined(z.enum(keyBlocks).default('A')),
  frequentlyUsed: nullAsUndefined(z.boolean().default(false)),
});
export type KeyFields = z.infer<typeof keyFieldsSchema>;

/** An edit holds only what it changes. Spelled out, because the defaults above must not apply. */
export const keyChangesSchema = z
  .strictObject({
    keyNumber: requiredText('Key number', 40),
    keyName: requiredText('Key name', 120),
    location: requiredText('Location', 160),
    description: text('Description', 500),
    category: z.enum(keyCategories),
    department: z.enum(keyDepartments),
    block: z.enum(keyBlocks),
    frequentlyUsed: z.boolean(),
  })
  .partial();
export type KeyChanges = z.infer<typeof keyChangesSchema>;
