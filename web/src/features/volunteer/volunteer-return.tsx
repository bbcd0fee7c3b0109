import { maxBatchKeys } from '@keydesk/shared/handovers/qr-payload';
import type { Key } from '@keydesk/shared/keys/key';
import { plural } from '@keydesk/shared/plural';
import { CircleAlert, KeyRound, SearchX } from 'lucide-react';
import { Fragment, useCallback, useDeferredValue, useEffect, useMemo, useReducer } from 'react';
import { useAddressText } from '../../lib/address-text.ts';
import { useFoundTakenKeys } from '../../lib/found-taken-keys.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { readSelection, restoredSelection, selectionReducer, storeSelection } from './selection.ts';
import { TakenKeyList } from './taken-key-list.tsx';
import { returnButtonText } from './texts.ts';

type VolunteerReturnProps = {
  /** Every key that is out. */
  keys: readonly Key[];
  /** Who selects. */
  userId: string;
  /** Requests the code that returns these keys. */
  onReturn: (keyIds: string[]) => void;
};

/** Selects, among the keys that are out, those that a volunteer returns to the desk. */
export function VolunteerReturn({ keys, userId, onReturn }: VolunteerReturnProps) {
  const [query, setQuery] = useAddressText('q');
  const deferredQuery = useDeferredValue(query);
  const [selection, dispatch] = useReducer(selectionReducer, userId, (id) =>
    restoredSelection(readSelection(id)),
  );
  const foundKeys = useFoundTakenKeys(keys, deferredQuery);
  const onToggle = useCallback((id: string) => dispatch({ type: 'toggle', id }), []);
  useEffect(() => dispatch({ type: 'keep', ids: keys.map(({ _id }) => _id) }), [keys]);

  const { ids, tooMany } = selection;
  useEffect(() => storeSelection(userId, ids), [userId, ids]);
  const hidden = useMemo(() => {
    const found = new Set(foundKeys);
    return keys.filter((key) => ids.has(key._id) && !found.has(key));
  }, [keys, foundKeys, ids]);
  const allSelected = foundKeys.every(({ _id }) => ids.has(_id)) || ids.size === maxBatchKeys;
  const toggleAll = () =>
    dispatch(
      allSelected
        ? { type: 'deselect-all' }
        : { type: 'select-all', ids: foundKeys.map(({ _id }) => _id) },
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
            {plural(foundKeys.length, 'key')}
          </p>
          {foundKeys.length > 0 && (
            <Button variant="quiet" size="small" className="-mr-3" onClick={toggleAll}>
              {allSelected ? 'Deselect All' : 'Select All'}
            </Button>
          )}
        </div>
      </div>
      {foundKeys.length > 0 ? (
        <TakenKeyList keys={foundKeys} selected={ids} onToggle={onToggle} />
      ) : (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No keys found"
          text="Try adjusting your search terms"
        />
      )}
      {ids.size > 0 && (
        <SelectionBar
          count={ids.size}
          hidden={hidden}
          tooMany={tooMany}
          onShowHidden={() => setQuery('')}
          onReturn={() => onReturn([...ids])}
        />
      )}
    </>
  );
}

/** Stays visible at the bottom, however long the list is. */
function SelectionBar({ count, hidden, tooMany, onShowHidden, onReturn }: SelectionBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface/95 px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] backdrop-blur sm:sticky sm:bottom-4 sm:mt-4 sm:rounded-2xl sm:border sm:px-5 sm:pb-3 sm:shadow-float">
      {tooMany && (
        <Notice tone="warning" icon={<CircleAlert aria-hidden />} className="mb-3">
          One QR code returns at most {maxBatchKeys} keys. Return these first, then select the rest.
        </Notice>
      )}
      {hidden.length > 0 && (
        <div className="mb-2 flex items-center justify-between gap-x-4 text-sm">
          <HiddenKeys keys={hidden} />
          <Button
            variant="quiet"
            size="small"
            className="-mr-3 whitespace-nowrap"
            onClick={onShowHidden}
          >
            Show all
          </Button>
        </div>
      )}
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="text-muted tabular-nums max-sm:sr-only">
          {count} selected
        </p>
        <ActionButton size="large" className="max-sm:w-full" onClick={onReturn}>
          <QrCodeIcon aria-hidden className="size-5" />
          {returnButtonText(count)}
        </ActionButton>
      </div>
    </div>
  );
}

const namedAtMost = 3;

/** Which selected keys the search does not show. */
function HiddenKeys({ keys }: { keys: readonly Key[] }) {
  const others = keys.length - namedAtMost;
  return (
    <p className="min-w-0 text-muted">
      {keys.length} selected outside this search:{' '}
      {keys.slice(0, namedAtMost).map(({ _id, keyNumber }, at) => (
        <Fragment key={_id}>
          {at > 0 && ', '}
          <span className="whitespace-nowrap">{keyNumber}</span>
        </Fragment>
      ))}
      {others > 0 && ` and ${others} more`}
    </p>
  );
}

type SelectionBarProps = {
  count: number;
  /** Selected keys that the search does not find. */
  hidden: readonly Key[];
  /** More keys were selected than one code can return. */
  tooMany: boolean;
  onShowHidden: () => void;
  onReturn: () => void;
};
