import { z } from 'zod';
import { shownVersion } from '../core/edits.ts';
import { idSchema, phoneSchema } from '../core/fields.ts';
import { adminRoute, dataEnvelope, dataWith, route } from '../core/route-rows.ts';
import {
  type FieldName,
  says,
  saysOneLine,
  saysRequired,
  saysTooLong,
} from '../core/schema-texts.ts';
import { isSameName, isVisibleLine } from '../core/text.ts';
import { nullAsUndefined } from '../http/input.ts';
import { permissions } from '../http/roles.ts';
import { campusLists, campusSchema, codeSchema, deskSchema } from './campus.ts';

export const maxLabelLength = 80;

export const labelSchema = z
  .string(says('name-required'))
  .trim()
  .min(1, says('name-required'))
  .max(maxLabelLength, saysTooLong('name', maxLabelLength))
  .refine(isVisibleLine, saysOneLine('name'));
/** From 1; beyond the end means last. */
const positionSchema = z.int().min(1).max(10_000);

const newEntrySchema = z.strictObject({
  code: codeSchema.refine((code) => !isSameName(code, 'all'), says('all-is-a-filter')),
  label: labelSchema,
  position: nullAsUndefined(positionSchema.optional()),
});
const newDepartmentSchema = newEntrySchema.extend({
  registers: z.boolean().default(true),
  lends: z.boolean().default(true),
  headId: nullAsUndefined(idSchema.optional()),
});
export type NewEntry = z.infer<typeof newEntrySchema> & Partial<DepartmentFields>;

const entryChangesSchema = z
  .strictObject({ label: labelSchema, position: positionSchema, retired: z.boolean() })
  .partial()
  .extend({ version: shownVersion });
const departmentChangesSchema = entryChangesSchema.extend({
  /** Null for no one. */
  headId: idSchema.nullable().optional(),
  registers: z.boolean().optional(),
  lends: z.boolean().optional(),
});
export type EntryChanges = z.infer<typeof departmentChangesSchema>;

type DepartmentFields = { registers: boolean; lends: boolean; headId: string | undefined };

const entryPath = z.strictObject({ code: codeSchema });
const entryOfListPath = z.strictObject({ list: z.enum(campusLists), code: codeSchema });
const wholeCampus = dataEnvelope(campusSchema);

/** Number of keys and people; for departments also the head's name. */
const usageSchema = z.object({
  keys: z.int(),
  people: z.int(),
  headName: z.string().optional(),
});
export type EntryUsage = z.infer<typeof usageSchema>;
const usageByCode = z.record(z.string(), usageSchema);

const change = {
  access: permissions.administer,
  ownership: 'none',
  response: wholeCampus,
} as const;

export const campusRoutes = {
  getCampus: route({
    method: 'GET',
    path: '/campus',
    summary: 'Departments, blocks, categories and desks, each in order; 304 if unchanged',
    access: 'registered',
    ownership: 'none',
    deskComputer: 'always',
    response: wholeCampus,
  }),
  campusUsage: adminRoute({
    method: 'GET',
    path: '/campus/usage',
    summary: 'How many keys and people each entry has, by code',
    response: dataWith({ departments: usageByCode, blocks: usageByCode, categories: usageByCode }),
  }),
  addDepartment: route({
    method: 'POST',
    path: '/campus/departments',
    summary: 'Add a department; its code never changes',
    ...change,
    // Its head decides about requests for its keys.
    needsRecentSignIn: ({ headId }: NewEntry) => headId !== undefined,
    body: newDepartmentSchema,
  }),
  addBlock: route({
    method: 'POST',
    path: '/campus/blocks',
    summary: 'Add a block; its code never changes',
    ...change,
    body: newEntrySchema,
  }),
  addCategory: route({
    method: 'POST',
    path: '/campus/categories',
    summary: 'Add a category; its code never changes',
    ...change,
    body: newEntrySchema,
  }),
  changeDepartment: route({
    method: 'PATCH',
    path: '/campus/departments/:code',
    summary: 'Rename, move, retire or bring back a department, or say who is its head',
    ...change,
    needsRecentSignIn: ({ headId, registers }: EntryChanges) =>
      headId !== undefined || registers === true,
    params: entryPath,
    body: departmentChangesSchema,
  }),
  changeBlock: route({
    method: 'PATCH',
    path: '/campus/blocks/:code',
    summary: 'Rename, move, retire or bring back a block',
    ...change,
    params: entryPath,
    body: entryChangesSchema,
  }),
  changeCategory: route({
    method: 'PATCH',
    path: '/campus/categories/:code',
    summary: 'Rename, move, retire or bring back a category',
    ...change,
    params: entryPath,
    body: entryChangesSchema,
  }),
  changeEntries: route({
    method: 'PATCH',
    path: '/campus/:list',
    summary: 'Rename, move, retire or bring back several entries of a list, all or none',
    ...change,
    params: z.strictObject({ list: z.enum(campusLists) }),
    body: z.strictObject({
      entries: z
        .array(entryChangesSchema.extend({ code: codeSchema }))
        .min(1)
        .max(200),
    }),
  }),
  deleteEntry: route({
    method: 'DELETE',
    path: '/campus/:list/:code',
    summary: 'Delete an entry that no key, person or rule has; others can only be retired',
    ...change,
    params: entryOfListPath,
  }),
  deleteUnusedEntries: adminRoute({
    method: 'POST',
    path: '/campus/:list/delete-unused',
    summary: 'Delete every entry that no key, person or rule has, of one list or of all',
    params: z.strictObject({ list: z.enum([...campusLists, 'lists']) }),
    response: dataWith({ deleted: z.int(), campus: campusSchema }),
  }),
};

const fields = {
  name: required('name', 60).refine(isVisibleLine, saysOneLine('name')),
  place: required('place', 160).refine(isVisibleLine, saysOneLine('place')),
  /** Null and an empty text both mean none. */
  phone: phoneSchema
    .nullable()
    .transform((phone) => phone || null)
    .optional(),
};

const newDeskSchema = z.strictObject(fields);
export type NewDesk = z.infer<typeof newDeskSchema>;

const deskChangesSchema = z
  .strictObject({
    ...fields,
    /** From 1; beyond the end means last. */
    position: z.int().min(1).max(10_000),
    /** A retired desk keeps its keys, but no key or computer can be given to it. */
    retired: z.boolean(),
  })
  .partial()
  .extend({ version: shownVersion });
export type DeskChanges = z.infer<typeof deskChangesSchema>;

const oneDesk = dataWith({ desk: deskSchema });

export const deskRoutes = {
  listDesks: route({
    method: 'GET',
    path: '/campus/desks',
    summary: 'Every desk in order, retired ones among them, and how many keys are at home there',
    access: 'registered',
    ownership: 'none',
    response: dataWith({ desks: z.array(deskSchema.extend({ keys: z.int() })) }),
  }),
  addDesk: adminRoute({
    method: 'POST',
    path: '/campus/desks',
    summary: 'Add a desk, last in the list',
    body: newDeskSchema,
    response: oneDesk,
  }),
  changeDesk: adminRoute({
    method: 'PATCH',
    path: '/campus/desks/:id',
    summary: 'Rename, move, retire or bring back a desk',
    body: deskChangesSchema,
    response: oneDesk,
  }),
};

function required(field: FieldName, max: number) {
  const missing = saysRequired(field);
  return z
    .string({ error: ({ input }) => (input === undefined ? missing.error() : undefined) })
    .trim()
    .min(1, missing)
    .max(max, saysTooLong(field, max));
}
