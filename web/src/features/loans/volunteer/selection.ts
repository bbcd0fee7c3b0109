import { maxBatchKeys } from '@keydesk/shared/loans/qr-payload';
import { volunteerSelection } from '../../../lib/storage.ts';

export type Selection = {
  ids: ReadonlySet<string>;
  tooMany: boolean;
};

export type SelectionAction =
  | { type: 'toggle'; id: string }
  | { type: 'select-all'; ids: readonly string[] }
  | { type: 'deselect-all' }
  /** Keeps only these keys, which are still out. */
  | { type: 'keep'; ids: readonly string[] };

export const emptySelection: Selection = { ids: new Set(), tooMany: false };

/** A stored selection; the next `keep` removes keys that are back. */
export function restoredSelection(ids: readonly string[]): Selection {
  return ids.length === 0 ? emptySelection : limited(ids);
}

/** Never selects more keys than one code can return. */
export function selectionReducer(selection: Selection, action: SelectionAction): Selection {
  const { ids } = selection;
  switch (action.type) {
    case 'toggle':
      return ids.has(action.id)
        ? limited([...ids].filter((id) => id !== action.id))
        : limited([...ids, action.id]);
    case 'select-all':
      return limited([...ids, ...action.ids]);
    case 'deselect-all':
      return emptySelection;
    case 'keep':
      return keep(selection, new Set(action.ids));
  }
}

function limited(ids: Iterable<string>): Selection {
  const wanted = [...new Set(ids)];
  return { ids: new Set(wanted.slice(0, maxBatchKeys)), tooMany: wanted.length > maxBatchKeys };
}

function keep(selection: Selection, out: ReadonlySet<string>): Selection {
  const kept = [...selection.ids].filter((id) => out.has(id));
  return kept.length === selection.ids.size ? selection : limited(kept);
}

type StoredSelection = { userId: string; ids: readonly string[] };

/** The person's selection in this tab; it survives a reload. */
export function readSelection(userId: string): readonly string[] {
  const stored = JSON.parse(volunteerSelection.read() ?? 'null') as StoredSelection | null;
  return stored?.userId === userId ? stored.ids : [];
}

export function storeSelection(userId: string, ids: Iterable<string>): void {
  const stored: StoredSelection = { userId, ids: [...ids] };
  volunteerSelection.write(JSON.stringify(stored));
}
