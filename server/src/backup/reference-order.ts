import { BackupError } from './backup-error.ts';

/** Sorts tables so that each comes after all that it needs. */
export const inReferenceOrder = <T extends { name: string; needs: readonly string[] }>(
  tables: readonly T[],
): T[] => {
  const ordered: T[] = [];
  const placed = new Set<string>();
  let waiting = [...tables];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every((name) => placed.has(name)));
    if (ready.length === 0) throw new BackupError('The tables refer to each other in a circle.');
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return ordered;
};
