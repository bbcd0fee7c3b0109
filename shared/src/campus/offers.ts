import type { Campus, CampusEntry, Department } from './campus.ts';

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
