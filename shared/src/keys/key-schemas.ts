import { z } from 'zod';
import { codeSchema } from '../campus/campus.ts';
import { idSchema } from '../core/fields.ts';
import { listText } from '../core/formats.ts';
import { saysOneLine, saysRequired, saysTooLong } from '../core/schema-texts.ts';
import { isVisibleLine } from '../core/text.ts';
import { nullAsUndefined } from '../http/input.ts';
import { t as inputText } from '../texts/en/input.ts';
import { t as fieldText } from '../texts/en/key-fields.ts';
import {
  type FieldsWith,
  type FiledFieldName,
  formFields,
  isSparse,
  type KeyField,
  type KeyFieldName,
  type KeyFieldValue,
  keyField,
  keyFieldNames,
  keyFieldsWhere,
  type SparseName,
} from './key-fields.ts';

// Schemas of input; those of answers are in key.ts, which every page imports.

type Given<N extends KeyFieldName> = z.ZodType<KeyFieldValue<N>, KeyFieldValue<N>>;
type Required = FieldsWith<{ required: true }>;
type Entry = FieldsWith<{ kind: 'entry' }>;
export type BulkFieldName = FieldsWith<{ inBulk: true }>;

/** Number, name and location are required, the rest has defaults. */
export const keyFieldsSchema = z.strictObject(
  shapeOf(keyFieldNames, (field) => {
    const schema = givenSchemaOf(field);
    if (field.empty === null) return schema.optional();
    if (field.kind === 'line') return schema;
    return nullAsUndefined(isSparse(field) ? schema.optional() : schema.default(field.empty));
  }) as { [N in Required]: Given<N> } & { [N in SparseName]: z.ZodOptional<Given<N>> } & {
    [N in Exclude<KeyFieldName, Required | SparseName>]: z.ZodDefault<Given<N>>;
  },
);
export type KeyFields = z.infer<typeof keyFieldsSchema>;
export type FiledKey = Pick<KeyFields, FiledFieldName>;

/** The campus supplies missing list entries. */
export const newKeySchema = keyFieldsSchema.extend(
  shapeOf(
    keyFieldsWhere<Entry>(({ kind }) => kind === 'entry'),
    (field) => nullAsUndefined(givenSchemaOf(field).optional()),
  ) as { [N in Entry]: z.ZodOptional<Given<N>> },
);
export type NewKey = z.infer<typeof newKeySchema>;

/** Without defaults: an edit has only what it changes. */
export const keyChangesSchema = z
  .strictObject(shapeOf(keyFieldNames, givenSchemaOf) as { [N in KeyFieldName]: Given<N> })
  .partial();
export type KeyChanges = z.infer<typeof keyChangesSchema>;

export const bulkFields = formFields.filter(
  (name): name is BulkFieldName => keyField(name).inBulk === true,
);
export const bulkKeyChangesSchema = keyChangesSchema
  .pick(Object.fromEntries(bulkFields.map((name) => [name, true])) as Record<BulkFieldName, true>)
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: () => inputText('choose-changes'),
  });
export type BulkKeyChanges = z.infer<typeof bulkKeyChangesSchema>;

const decidingFields = keyFieldsWhere(({ decidesAccess }) => decidesAccess === true);

/** Whether a change can give a person the key: level, list entries, number, or no tag check. */
export function decidesAccess(changes: KeyChanges): boolean {
  return changes.tagCheck === false || decidingFields.some((name) => changes[name] !== undefined);
}

function shapeOf<N extends KeyFieldName>(
  names: readonly N[],
  toSchema: (field: KeyField) => z.ZodType,
): Record<N, z.ZodType> {
  return Object.fromEntries(names.map((name) => [name, toSchema(keyField(name))])) as Record<
    N,
    z.ZodType
  >;
}

function givenSchemaOf(field: KeyField): z.ZodType {
  const schema = schemaOf(field);
  if (field.empty !== null) return schema;
  // An empty text in a form clears a line.
  return field.kind === 'line'
    ? schema.nullable().transform((line) => line || null)
    : schema.nullable();
}

function schemaOf(field: KeyField): z.ZodType {
  switch (field.kind) {
    case 'line': {
      const line = text(field);
      const label = labelOf(field);
      return (field.required ? line.min(1, saysRequired(label)) : line).refine(
        isVisibleLine,
        saysOneLine(label),
      );
    }
    case 'text':
      return text(field);
    case 'yes-no':
      return z.boolean();
    case 'entry':
      return codeSchema;
    case 'choice':
      return choiceOf(Object.keys(field.choices));
    case 'desk':
    case 'person':
      return idSchema;
  }
}

function text(field: KeyField & { max: number }) {
  const [label, { max }] = [labelOf(field), field];
  const { error: required } = saysRequired(label);
  return z
    .string({ error: ({ input }) => (input === undefined ? required() : undefined) })
    .trim()
    .max(max, saysTooLong(label, max));
}

function labelOf({ label }: KeyField) {
  return () => fieldText(label);
}

function choiceOf(codes: readonly string[]) {
  return z.enum(codes, {
    error: () => inputText('choose-one', { values: listText(codes, 'disjunction') }),
  });
}
