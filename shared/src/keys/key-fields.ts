import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { keyBlocks, keyCategories, keyDefaults, keyDepartments } from './key.ts';

// Separate from key.ts, which every page imports: only the key form needs the schema library.

const requiredFields = {
  keyNumber: requiredText('Key number', 40),
  keyName: requiredText('Key name', 120),
  location: requiredText('Location', 160),
};

const optionalFields = {
  description: text('Description', 500),
  category: z.enum(keyCategories),
  department: z.enum(keyDepartments),
  block: z.enum(keyBlocks),
  frequentlyUsed: z.boolean(),
};

/** A new key: number, name and location are required, the rest has defaults. */
export const keyFieldsSchema = z.strictObject({
  ...requiredFields,
  ...withDefaults(optionalFields, keyDefaults),
});
export type KeyFields = z.infer<typeof keyFieldsSchema>;

/** An edit holds only what it changes, so the defaults do not apply. */
export const keyChangesSchema = z.strictObject({ ...requiredFields, ...optionalFields }).partial();
export type KeyChanges = z.infer<typeof keyChangesSchema>;

/** What an admin can set of a key; the rest follows from its loans and changes. */
export const keyFieldNames = Object.keys(keyChangesSchema.shape) as readonly (keyof KeyFields)[];

/** Only what an admin can set of this key. */
export function pickKeyFields(key: KeyFields): KeyFields {
  return Object.fromEntries(keyFieldNames.map((name) => [name, key[name]])) as KeyFields;
}

function text(field: string, max: number) {
  return z
    .string({ error: ({ input }) => (input === undefined ? `${field} is required` : undefined) })
    .trim()
    .max(max, `${field} must be at most ${max} characters`);
}

function requiredText(field: string, max: number) {
  return text(field, max).min(1, `${field} is required`);
}

function withDefaults<S extends Record<string, z.ZodType>>(
  fields: S,
  defaults: { [F in keyof S]: z.output<S[F]> },
) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      nullAsUndefined(field.default(defaults[name])),
    ]),
  ) as { [F in keyof S]: ReturnType<typeof nullAsUndefined<z.ZodDefault<S[F]>>> };
}
