import type { Key } from '@keydesk/shared/keys/key';
import { Pencil, X } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PrintTagsButton } from './print-tags-button.tsx';

type SelectionBarProps = {
  /** The selected keys. */
  keys: readonly Key[];
  /** The keys that match the filter. */
  matching: readonly Key[];
  onSelectAll: () => void;
  onEdit: () => void;
  onClear: () => void;
};

/** How many keys are selected and what can be done with them; stays in view. */
export function SelectionBar({ keys, matching, onSelectAll, onEdit, onClear }: SelectionBarProps) {
  const hidden = useMemo(() => {
    const shown = new Set(matching.map(({ _id }) => _id));
    return keys.filter(({ _id }) => !shown.has(_id)).length;
  }, [keys, matching]);
  if (keys.length === 0) return null;
  const allSelected = keys.length - hidden === matching.length;
  return (
    <section
      aria-label="Selected keys"
      className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 shadow-float"
    >
      <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
      <p role="status" className="mr-auto min-w-0 font-semibold tabular-nums">
        <Facts>
          {`${keys.length} selected`}
          {hidden > 0 && <span className="font-normal text-muted">{hidden} not in this list</span>}
        </Facts>
      </p>
      {!allSelected && (
        <Button variant="quiet" size="small" onClick={onSelectAll}>
          Select all {matching.length}
        </Button>
      )}
      <Button size="small" onClick={onEdit}>
        <Pencil aria-hidden className="size-4" />
        Edit selected
      </Button>
      <PrintTagsButton keys={keys} filtered label="Print their tags" />
    </section>
  );
}
