import { maxBatchKeys } from '@keydesk/shared/handovers/qr-payload';
import type { Key } from '@keydesk/shared/keys/key';
import { KeyRound, SearchX } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { findTaken } from './find-taken.ts';
import { keysText } from './return-text.ts';
import { nothingSelected, select } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { TakenKeyList } from './taken-key-list.tsx';

type VolunteerReturnProps = {
  /** Every key that is out. */
  keys: readonly Key[];
  /** Asks for the code that returns these keys. */
  onReturn: (keyIds: string[]) => void;
};

/** Choosing among the keys that are out those that one carries to the desk. */
export const VolunteerReturn = ({ keys, onReturn }: VolunteerReturnProps) => {
  const [query, setQuery] = useState('');
  const settled = useDeferredValue(query);
  const [selection, dispatch] = useReducer(select, nothingSelected);
  const shown = useMemo(() => findTaken(keys, settled), [keys, settled]);
  const onToggle = useCallback((id: string) => dispatch({ type: 'toggle', id }), []);
  useEffect(() => dispatch({ type: 'keep', ids: keys.map(({ _id }) => _id) }), [keys]);

  const { ids, tooMany } = selection;
  const allSelected = shown.every(({ _id }) => ids.has(_id)) || ids.size === maxBatchKeys;
  const toggleAll = () =>
    dispatch(
      allSelected
        ? { type: 'deselect-all' }
        : { type: 'select-all', ids: shown.map(({ _id }) => _id) },
    );

  if (keys.length === 0)
    return (
      <div className="card">
        <EmptyState
          icon={<KeyRound aria-hidden />}
          title="No keys are out"
          text="Every key is back at the desk."
        />
      </div>
    );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          value={query}
          onChange={setQuery}
          placeholder="Search keys..."
          className="w-full sm:max-w-md sm:flex-1"
        />
        <div className="flex min-h-11 flex-1 items-center justify-between gap-4">
          <p role="status" className="text-muted tabular-nums">
            {keysText(shown.length)}
          </p>
          {shown.length > 0 && (
            <Button variant="quiet" size="small" className="-mr-3" onClick={toggleAll}>
              {allSelected ? 'Deselect All' : 'Select All'}
            </Button>
          )}
        </div>
      </div>
      {shown.length > 0 ? (
        <TakenKeyList keys={shown} selected={ids} onToggle={onToggle} />
      ) : (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No keys found"
          text="Try adjusting your search terms"
        />
      )}
      {ids.size > 0 && (
        <SelectionBar count={ids.size} tooMany={tooMany} onReturn={() => onReturn([...ids])} />
      )}
    </>
  );
};
