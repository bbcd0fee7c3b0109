import { z } from 'zod';

/**
 * The version that an edit is based on (`seen-version`). An edit without one overwrites what it
 * sends.
 */
export const shownVersion = z.int().min(0).max(2_147_483_647).optional();

/** What is stored with the changes of an edit; of a group of fields only those that are given. */
export function withChanges<T extends object>(stored: T, changes: object): T {
  const old = new Map<string, unknown>(Object.entries(stored));
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed = given.map(([name, value]) => [
    name,
    isGroup(value) ? withChanges(Object(old.get(name) ?? {}), value) : value,
  ]);
  return { ...stored, ...Object.fromEntries(changed) };
}

/** Whether a value is itself a group of fields. */
export function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
