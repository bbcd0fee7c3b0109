import type { Key } from '@keydesk/shared/keys/key';
import { plural } from '@keydesk/shared/plural';
import { useState } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';

export type KeySelection = {
  /** The selected ones of the keys given, in their order. */
  selected: readonly Key[];
  has: (key: Key) => boolean;
  toggle: (key: Key) => void;
  select: (keys: readonly Key[]) => void;
  clear: () => void;
};

/** Which of these keys are selected. It is their loans that are, so a key that came back is not. */
export function useKeySelection(keys: readonly Key[]): KeySelection {
  const [loanIds, setLoanIds] = useState<ReadonlySet<string>>(new Set());
  const has = ({ loanId }: Key) => loanId !== null && loanIds.has(loanId);
  const select = (more: readonly Key[]) =>
    setLoanIds((before) => new Set([...before, ...more.flatMap(({ loanId }) => loanId ?? [])]));
  return {
    selected: keys.filter(has),
    has,
    toggle: (key) =>
      has(key)
        ? setLoanIds((before) => new Set([...before].filter((id) => id !== key.loanId)))
        : select([key]),
    select,
    clear: () => setLoanIds(new Set()),
  };
}

type SelectKeyBoxProps = { item: Key; selection: KeySelection };

/** A checkbox large enough for a thumb. */
export function SelectKeyBox({ item, selection }: SelectKeyBoxProps) {
  return (
    <label className="relative grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={`Select ${item.keyNumber}`}
        checked={selection.has(item)}
        onChange={() => selection.toggle(item)}
        className="size-5 cursor-pointer tick"
      />
    </label>
  );
}

type SelectionBarProps = {
  selection: KeySelection;
  /** The keys that the list shows. */
  shown: readonly Key[];
  onCollect: (items: readonly Key[]) => void;
};

/**
 * What is selected and what can be done with it; nothing is shown while nothing is selected. It stays
 * in view unless large text leaves too little room beside it.
 */
export function SelectionBar({ selection, shown, onCollect }: SelectionBarProps) {
  const { selected } = selection;
  if (selected.length === 0) return null;
  const hidden = selected.filter((key) => !shown.includes(key)).length;
  const allShown = shown.every(selection.has);
  return (
    <div className="bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mt-4 flex @min-[17rem]:sticky flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-line bg-raised px-4 py-3 shadow-float sm:px-5 tabs-above:bottom-4">
      <p role="status" className="font-medium tabular-nums">
        {selected.length} selected
        {hidden > 0 && <span className="text-muted"> ({hidden} not in this list)</span>}
      </p>
      <div className="flex flex-1 flex-wrap items-center justify-end gap-2">
        {!allShown && (
          <Button variant="quiet" size="small" onClick={() => selection.select(shown)}>
            Select all {shown.length}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={selection.clear}>
          Clear
        </Button>
        <ActionButton onClick={() => onCollect(selected)}>
          Collect {plural(selected.length, 'key')}
        </ActionButton>
      </div>
    </div>
  );
}
