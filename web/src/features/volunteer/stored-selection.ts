import { volunteerSelection } from '../../lib/storage.ts';

type StoredSelection = { userId: string; ids: readonly string[] };

/** The keys that this person has selected in this tab; a reload keeps them. */
export function readSelection(userId: string): readonly string[] {
  const stored = JSON.parse(volunteerSelection.read() ?? 'null') as StoredSelection | null;
  return stored?.userId === userId ? stored.ids : [];
}

export function storeSelection(userId: string, ids: Iterable<string>): void {
  const stored: StoredSelection = { userId, ids: [...ids] };
  volunteerSelection.write(JSON.stringify(stored));
}
