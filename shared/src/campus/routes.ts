import { z } from 'zod';
import { nullAsUndefined } from '../http/optional-fields.ts';
import { dataEnvelope, route } from '../http/route.ts';
import { idSchema } from '../id.ts';
import { permissions } from '../users/permissions.ts';
import { isVisibleLine, visibleLineError } from '../visible-line.ts';
import { campusSchema, codeSchema } from './campus.ts';

export const maxLabelLength = 80;

const labelSchema = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(maxLabelLength, `Name must be at most ${maxLabelLength} characters`)
  .refine(isVisibleLine, visibleLineError('Name'));
/** The place in the list, from 1; beyond its end means last. */
const positionSchema = z.int().min(1).max(10_000);

const newEntrySchema = z.strictObject({
  code: codeSchema.refine((code) => code.toLowerCase() !== 'all', 'All is the name of a filter'),
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
  .partial();
const departmentChangesSchema = entryChangesSchema.extend({
  /** Null for nobody. */
  headId: idSchema.nullable().optional(),
  registers: z.boolean().optional(),
  lends: z.boolean().optional(),
});
export type EntryChanges = z.infer<typeof departmentChangesSchema>;

type DepartmentFields = { registers: boolean; lends: boolean; headId: string | undefined };

const entryPath = z.strictObject({ code: codeSchema });
const wholeCampus = dataEnvelope(campusSchema);

/** How many keys and people have an entry; of departments, also the name of the head. */
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

/** The campus as data: the lists that keys and people refer to. */
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
  campusUsage: route({
    method: 'GET',
    path: '/campus/usage',
    summary: 'How many keys and people each entry has, by code',
    access: permissions.administer,
    ownership: 'none',
    response: dataEnvelope(
      z.object({ departments: usageByCode, blocks: usageByCode, categories: usageByCode }),
    ),
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
};
