import { z } from 'zod';
import { idSchema } from '../core/fields.ts';
import { says } from '../core/schema-texts.ts';

export const campusLists = ['departments', 'blocks', 'categories'] as const;
export type CampusList = (typeof campusLists)[number];

export const entryNames = {
  departments: 'department',
  blocks: 'block',
  categories: 'category',
} as const satisfies Record<CampusList, string>;
export type EntryName = (typeof entryNames)[CampusList];

/**
 * Letters of any script; the server checks whether the campus has the code. Answers are objects
 * with codes as names, where `__proto__` would be lost.
 */
export const codePattern = /^(?!__proto__$)(?!\p{M})[\p{L}\p{M}\p{Nd}&._-]{1,20}$/u;
export const codeSchema = z.string().normalize('NFC').regex(codePattern, says('code-form'));

/**
 * The code of a new entry: 'DCC' for 'Departamento de Ciência da Computação', 'HÖRSAAL' for
 * 'Hörsaal', or the name itself if it is a code of a single case; null if none can be derived.
 */
export function codeFromName(name: string): string | null {
  const own = codeSchema.safeParse(name);
  const isOfOneCase = name === name.toLowerCase() || name === name.toUpperCase();
  if (own.success && isOfOneCase) return hasLetter(own.data) ? own.data : null;
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? [];
  const isName = (at: number) => name !== name.toUpperCase() || at === 0 || at === words.length - 1;
  const telling = words.filter(
    (word, at) => (isCapital(word) && isName(at)) || !minorWords.has(word.toLowerCase()),
  );
  const initials = telling.map((word) => /^(?:\p{Nd}+|\p{L}\p{M}*)/u.exec(word)?.[0] ?? '');
  const text = telling.length > 1 ? initials.join('') : words.join('-');
  const code = Array.from(text.toUpperCase()).slice(0, 20).join('');
  return hasLetter(code) && codeSchema.safeParse(code).success ? code : null;
}

/** Words without an initial. */
const minorWords = new Set(
  (
    'a ao aos as au aux da das de del della den der des di die do dos du e el en et für i in l la ' +
    'las le les los of o os und the and for to von y и в на ve ile oraz και του της των'
  ).split(' '),
);

/** The 'A' of 'A Block' is a name; that of 'Acesso a salas' and 'ACESSO A SALAS' is none. */
function isCapital(word: string): boolean {
  return /^\p{Lu}$/u.test(word);
}

function hasLetter(text: string): boolean {
  return /[\p{L}\p{Nd}]/u.test(text);
}

const entrySchema = z.object({
  code: z.string(),
  label: z.string(),
  /** From 1. */
  position: z.int(),
  /** Keeps its keys and people, but is no longer offered. */
  retired: z.boolean(),
  version: z.int(),
});
export type CampusEntry = z.infer<typeof entrySchema>;

const departmentSchema = entrySchema.extend({
  /** Whether people can register with it. */
  registers: z.boolean(),
  /** Whether keys can belong to it. */
  lends: z.boolean(),
  /** The code of the department that its people register with, if different. */
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

/** Lists and desks in order. `version` changes with any of them. */
export const campusSchema = z.object({
  version: z.string(),
  departments: z.array(departmentSchema),
  blocks: z.array(entrySchema),
  categories: z.array(entrySchema),
  desks: z.array(deskSchema),
});
export type Campus = z.infer<typeof campusSchema>;

type Lists = Pick<Campus, 'departments' | 'blocks' | 'categories'>;

/** Departments for keys. */
export function keyDepartmentsOf({ departments }: Pick<Campus, 'departments'>): Department[] {
  return departments.filter(({ lends, retired }) => lends && !retired);
}

/** Departments for people. */
export function peopleDepartmentsOf({ departments }: Pick<Campus, 'departments'>): Department[] {
  return departments.filter(({ registers, retired }) => registers && !retired);
}

/** Without retired entries. */
export function offered<E extends CampusEntry>(entries: readonly E[]): E[] {
  return entries.filter(({ retired }) => !retired);
}

/** Falls back to the code. */
export function labelIn(entries: readonly CampusEntry[], code: string): string {
  return entries.find((entry) => entry.code === code)?.label ?? code;
}

/** The department that people of this department register with. */
export function peopleCodeOf({ departments }: Pick<Campus, 'departments'>, code: string): string {
  return departments.find((department) => department.code === code)?.peopleCode ?? code;
}

/** 'COMMON', 'A' and 'other' if active, else the first of each list; undefined if empty. */
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

/** Seeds of a new campus; the actual departments are in the campus. */
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

/** Departments of keys by the code of the corresponding one for people. */
const registrationNames: Readonly<Record<string, string>> = { AIML: 'CSE-AIML' };

/** On a new campus: the people's department of a key department. */
export function registrationDepartmentOf(department: string): string {
  return registrationNames[department] ?? department;
}
