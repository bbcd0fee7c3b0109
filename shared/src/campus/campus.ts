import { z } from 'zod';
import { idSchema } from '../core/fields.ts';
import { says } from '../core/schema-texts.ts';

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
 * The form of a code, in letters of any script; whether the campus has it is for the server to
 * decide. Answers are objects whose names are codes, where `__proto__` would be lost.
 */
export const codePattern = /^(?!__proto__$)(?!\p{M})[\p{L}\p{M}\p{Nd}&._-]{1,20}$/u;
export const codeSchema = z.string().normalize('NFC').regex(codePattern, says('code-form'));

/**
 * The code of a new entry with this name: 'HÖRSAAL' of 'Hörsaal', and the name itself where it is
 * one and of one case; null if none can be made of it.
 */
export function codeFromName(name: string): string | null {
  const own = codeSchema.safeParse(name);
  const isOfOneCase = name === name.toLowerCase() || name === name.toUpperCase();
  if (own.success && isOfOneCase) return hasLetter(own.data) ? own.data : null;
  const signs = name
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{Nd}&._]+/gu, '-');
  const code = Array.from(signs)
    .slice(0, 20)
    .join('')
    .replace(/^[-\p{M}]+|-+$/gu, '');
  return hasLetter(code) && codeSchema.safeParse(code).success ? code : null;
}

function hasLetter(text: string): boolean {
  return /[\p{L}\p{Nd}]/u.test(text);
}

const entrySchema = z.object({
  code: z.string(),
  label: z.string(),
  /** Its place in the list, from 1. */
  position: z.int(),
  /** Keeps its keys and people, but is no longer offered. */
  retired: z.boolean(),
  version: z.int(),
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
  version: z.int(),
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

type Lists = Pick<Campus, 'departments' | 'blocks' | 'categories'>;

/** The departments of keys that a key can be given. */
export function keyDepartmentsOf({ departments }: Pick<Campus, 'departments'>): Department[] {
  return departments.filter(({ lends, retired }) => lends && !retired);
}

/** The departments that people can register with. */
export function peopleDepartmentsOf({ departments }: Pick<Campus, 'departments'>): Department[] {
  return departments.filter(({ registers, retired }) => registers && !retired);
}

/** The entries that are offered. */
export function offered<E extends CampusEntry>(entries: readonly E[]): E[] {
  return entries.filter(({ retired }) => !retired);
}

/** The label of a code; the code itself where the list does not have it. */
export function labelIn(entries: readonly CampusEntry[], code: string): string {
  return entries.find((entry) => entry.code === code)?.label ?? code;
}

/** The department that people of this department register with. */
export function peopleCodeOf({ departments }: Pick<Campus, 'departments'>, code: string): string {
  return departments.find((department) => department.code === code)?.peopleCode ?? code;
}

/**
 * What a new key has where nothing else is given: 'COMMON', 'A' and 'other' where the campus offers
 * these, else the first of each list; undefined where a list offers nothing.
 */
export function keyChoicesOf(campus: Lists): KeyChoices {
  return {
    department: prefer('COMMON', keyDepartmentsOf(campus)),
    block: prefer('A', offered(campus.blocks)),
    category: prefer('other', offered(campus.categories)),
  };
}

type KeyChoices = Record<'department' | 'block' | 'category', string | undefined>;

function prefer(code: string, entries: readonly CampusEntry[]): string | undefined {
  return (entries.find((entry) => entry.code === code) ?? entries[0])?.code;
}

/** The departments that people of a new campus register with. Those in force are in the campus. */
export const registrationDepartments = [
  { value: 'CSE', label: 'Computer Science Engineering' },
  { value: 'EEE', label: 'Electrical & Electronics Engineering' },
  { value: 'CSE-AIML', label: 'CSE - Artificial Intelligence & Machine Learning' },
  { value: 'IoT', label: 'Internet of Things' },
  { value: 'ECE', label: 'Electronics & Communication Engineering' },
  { value: 'MECH', label: 'Mechanical Engineering' },
  { value: 'CIVIL', label: 'Civil Engineering' },
  { value: 'IT', label: 'Information Technology' },
] as const;

export type RegistrationDepartment = (typeof registrationDepartments)[number]['value'];

/** Departments that keys call by another name than people do: key department to registration. */
const registrationNames: Readonly<Record<string, string>> = { AIML: 'CSE-AIML' };

/** The department to register with for people of a key department, on a new campus. */
export function registrationDepartmentOf(department: string): string {
  return registrationNames[department] ?? department;
}
