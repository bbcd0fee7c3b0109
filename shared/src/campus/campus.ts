import { z } from 'zod';
import { idSchema } from '../id.ts';

/** The lists that admins keep: a campus consists of these and its desks. */
export const campusLists = ['departments', 'blocks', 'categories'] as const;
export type CampusList = (typeof campusLists)[number];

/** What one entry of each list is called. */
export const entryNames = {
  departments: 'department',
  blocks: 'block',
  categories: 'category',
} as const satisfies Record<CampusList, string>;
export type EntryName = (typeof entryNames)[CampusList];

/**
 * The form of a code; whether the campus has it is for the server to decide. Answers are objects whose
 * names are codes, where `__proto__` would be lost.
 */
export const codePattern = /^(?!__proto__$)[A-Za-z0-9&._-]{1,20}$/;
export const codeFormText = 'A code has 1 to 20 letters, digits or the signs & . _ -';
export const codeSchema = z.string().regex(codePattern, codeFormText);

const entrySchema = z.object({
  code: z.string(),
  label: z.string(),
  /** Its place in the list, from 1. */
  position: z.int(),
  /** Keeps its keys and people, but is no longer offered. */
  retired: z.boolean(),
});
export type CampusEntry = z.infer<typeof entrySchema>;

const departmentSchema = entrySchema.extend({
  /** Whether people register with it. */
  registers: z.boolean(),
  /** Whether keys belong to it. */
  lends: z.boolean(),
  /** The department that its people register with, where that has another code. */
  peopleCode: z.string().nullable(),
  headId: idSchema.nullable(),
});
export type Department = z.infer<typeof departmentSchema>;

export const deskSchema = z.object({
  id: idSchema,
  name: z.string(),
  place: z.string(),
  phone: z.string().nullable(),
  retired: z.boolean(),
});
export type Desk = z.infer<typeof deskSchema>;

/** The campus: its lists and desks, each in order. `version` differs whenever anything else does. */
export const campusSchema = z.object({
  version: z.string(),
  departments: z.array(departmentSchema),
  blocks: z.array(entrySchema),
  categories: z.array(entrySchema),
  desks: z.array(deskSchema),
});
export type Campus = z.infer<typeof campusSchema>;
