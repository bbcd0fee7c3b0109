import { z } from 'zod';

/** The version that an edit is based on (`seen-version`); absent: no check. */
export const shownVersion = z.int().min(0).max(2_147_483_647).optional();

/** Merges changes into stored fields; groups of fields are merged, too. */
export function withChanges<T extends object>(stored: T, changes: object): T {
  const old = new Map<string, unknown>(Object.entries(stored));
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed = given.map(([name, value]) => [
    name,
    isGroup(value) ? withChanges(Object(old.get(name) ?? {}), value) : value,
  ]);
  return { ...stored, ...Object.fromEntries(changed) };
}

export function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of `wanted` that differ from `current`, with old and new values. */
export function changesOf<T extends object>(
  current: object,
  wanted: T,
): { before: { [N in keyof T]?: unknown }; after: Changed<T> } {
  const old = new Map<string, unknown>(Object.entries(current));
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && old.get(name) !== value,
  );
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])) as {
      [N in keyof T]?: unknown;
    },
    after: Object.fromEntries(changed) as Changed<T>,
  };
}

type Changed<T> = { [N in keyof T]?: Exclude<T[N], undefined> };
