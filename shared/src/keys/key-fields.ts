import { z } from 'zod';
import { keyLevels } from '../access/access-rule.ts';
import { codeSchema } from '../campus/campus.ts';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { idSchema } from '../id.ts';
import { isVisibleLine, visibleLineError } from '../visible-line.ts';
import { keyDefaults } from './key.ts';

// Separate from key.ts, which every page imports: only the key form needs the schema library.

const requiredFields = {
  keyNumber: requiredLine('Key number', 40),
  keyName: requiredLine('Key name', 120),
  location: requiredLine('Location', 160),
};

const optionalFields = {
  description: text('Description', 500),
  category: codeSchema,
  department: codeSchema,
  block: codeSchema,
  frequentlyUsed: z.boolean(),
};

/** Set by hand alone: files of keys do not hold them. */
const tagCheck = z.boolean();
const level = z.enum(keyLevels, 'Please choose normal, restricted or high');
/** Null: nobody in particular decides about the key. */
const ownerId = idSchema.nullable().optional();

/** Where a key hangs. Null, or an empty hook, is nowhere in particular. */
const spotFields = {
  deskId: idSchema.nullable().optional(),
  hook: text('Hook', 30)
    .refine(isVisibleLine, visibleLineError('Hook'))
    .nullable()
    .transform((hook) => hook || null)
    .optional(),
};

/** A whole key: number, name and location are required, the rest has defaults. */
export const keyFieldsSchema = z.strictObject({
  ...requiredFields,
  ...withDefaults(optionalFields, keyDefaults),
  ...spotFields,
  tagCheck: nullAsUndefined(tagCheck.optional()),
  level: nullAsUndefined(level.optional()),
  ownerId,
});
export type KeyFields = z.infer<typeof keyFieldsSchema>;
/** What a file holds of a key. */
export type FiledKey = Omit<KeyFields, 'tagCheck' | 'level' | 'ownerId'>;

const optionalCode = nullAsUndefined(codeSchema.optional());

/** A new key as it is sent: what it does not choose of the lists, the campus decides. */
export const newKeySchema = keyFieldsSchema.extend({
  category: optionalCode,
  department: optionalCode,
  block: optionalCode,
});
export type NewKey = z.infer<typeof newKeySchema>;

/** An edit holds only what it changes, so the defaults do not apply. */
export const keyChangesSchema = z
  .strictObject({ ...requiredFields, ...optionalFields, ...spotFields, tagCheck, level, ownerId })
  .partial();
export type KeyChanges = z.infer<typeof keyChangesSchema>;

/** What an admin can change of many keys at once. */
export const bulkKeyChangesSchema = keyChangesSchema
  .pick({ department: true, category: true, frequentlyUsed: true, deskId: true })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Please choose what to change',
  });
export type BulkKeyChanges = z.infer<typeof bulkKeyChangesSchema>;

/**
 * Whether a change can give somebody the key: by its level, its place in the lists, its number, or
 * because its tag is not checked any more.
 */
export function decidesAccess(changes: KeyChanges): boolean {
  const { level, ownerId, department, category, block, keyNumber, tagCheck } = changes;
  return (
    tagCheck === false ||
    [level, ownerId, department, category, block, keyNumber].some((value) => value !== undefined)
  );
}

/** What an admin can set of a key, in a file too; the rest follows from its loans and changes. */
export const keyFieldNames = Object.keys({
  ...requiredFields,
  ...optionalFields,
  ...spotFields,
}) as readonly (keyof FiledKey)[];

/** Only these fields of the key. */
export function pickKeyFields(key: FiledKey): FiledKey {
  return Object.fromEntries(keyFieldNames.map((name) => [name, key[name]])) as FiledKey;
}

function text(field: string, max: number) {
  return z
    .string({ error: ({ input }) => (input === undefined ? `${field} is required` : undefined) })
    .trim()
    .max(max, `${field} must be at most ${max} characters`);
}

/** Messages, mails and labels name a key by it. */
function requiredLine(field: string, max: number) {
  return text(field, max)
    .min(1, `${field} is required`)
    .refine(isVisibleLine, visibleLineError(field));
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
