import type { Key } from '@keydesk/shared/keys/key';
import { searcherOn, searchKeys } from '@keydesk/shared/keys/key-search';
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { type Desks, recordedPlaceText, spotText, useDesks } from '../../lib/desks.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import { SearchField } from '../../ui/search-field.tsx';

const maxShown = 8;

type KeyPickerProps = {
  /** The keys that may be lent here, as far as they are available. */
  keys: readonly Key[];
  /** Every key, to say where one is that cannot be lent here. */
  all: readonly Key[];
  onPick: (key: Key) => void;
};

/** Finds a key at the desk by typing; Enter takes the best match. */
export function KeyPicker({ keys, all, onPick }: KeyPickerProps) {
  const [term, setTerm] = useState('');
  const deferred = useDeferredValue(term.trim());
  const campus = useCampus();
  const found = useMemo(() => {
    if (deferred === '') return [];
    const available = keys.filter(({ status }) => status === 'available');
    const ids = new Set(available.map(({ _id }) => _id));
    return searchKeys(all, deferred, searcherOn(campus, null))
      .filter((key) => ids.has(key._id))
      .slice(0, maxShown);
  }, [keys, all, deferred, campus]);
  const takeFirst = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const [first] = found;
    if (first && deferred === term.trim()) onPick(first);
  };
  return (
    <form onSubmit={takeFirst}>
      <SearchField value={term} onChange={setTerm} placeholder="Number or name of the key" />
      {found.length > 0 && (
        <ul
          aria-label="Available keys found"
          className="mt-2 max-h-72 divide-y divide-line overflow-y-auto overscroll-contain rounded-control border border-line"
        >
          {found.map((item) => (
            <li key={item._id}>
              <button
                type="button"
                onClick={() => onPick(item)}
                className="flex w-full flex-wrap items-baseline gap-x-4 px-4 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <KeyNumber number={item.keyNumber} className="min-w-24 text-lg" />
                <span className="min-w-0 flex-1 basis-36 wrap-anywhere">{item.keyName}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {deferred !== '' && found.length === 0 && (
        <NotHere all={all} term={deferred} onPick={onPick} />
      )}
    </form>
  );
}

const maxNamed = 3;

/** That no key at this desk fits, and where those are that would; one that is free may be here. */
function NotHere({ all, term, onPick }: Pick<KeyPickerProps, 'all' | 'onPick'> & { term: string }) {
  const desks = useDesks();
  const campus = useCampus();
  const others = searchKeys(all, term, searcherOn(campus, null)).slice(0, maxNamed);
  return (
    <div role="status" className="mt-3 text-muted">
      <p>No key at the desk fits.</p>
      {others.map((item) => (
        <div key={item._id} className="mt-1 flex flex-wrap items-center gap-x-3 text-ink">
          <p className="wrap-anywhere">
            <KeyNumber number={item.keyNumber} /> {item.keyName}:{' '}
            <Facts>{item.takenBy ? `${item.takenBy.name} has it` : placeText(item, desks)}</Facts>
          </p>
          {!item.takenBy && (
            <Button
              variant="quiet"
              size="small"
              aria-label={`Choose ${item.keyNumber}`}
              onClick={() => onPick(item)}
            >
              Choose
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}

function placeText(item: Key, desks: Desks | null): string {
  return (desks && recordedPlaceText(item, desks)) ?? spotText(item, desks);
}

type PickedKeyProps = { item: Key; onChange: () => void };

/** The key that was picked, readable across the counter. */
export function PickedKey({ item, onChange }: PickedKeyProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-4xl/tight">
          <KeyNumber number={item.keyNumber} />
        </p>
        <p className="font-medium wrap-anywhere">{item.keyName}</p>
      </div>
      <Button variant="quiet" size="small" onClick={onChange} aria-label="Change key">
        Change
      </Button>
    </div>
  );
}
