import type { Key } from '@keydesk/shared/keys/key';
import { Clock } from 'lucide-react';
import { memo } from 'react';
import { useNow } from '../../lib/clock.ts';
import { useMediaQuery } from '../../lib/hooks.ts';
import { classNames } from '../../ui/class-names.ts';
import { KeyNumber } from '../../ui/key-number.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { outForText } from './texts.ts';

type TakenKeyListProps = {
  keys: readonly Key[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

/** The keys that are out, with checkboxes. */
export function TakenKeyList({ keys, selected, onToggle }: TakenKeyListProps) {
  const now = useNow();
  const wide = useMediaQuery('(min-width: 40rem)');
  return (
    <VirtualList
      items={keys}
      idOf={idOf}
      label="Taken keys"
      estimatedHeight={wide ? 72 : 120}
      renderItem={(key) => (
        <TakenKeyRow item={key} now={now} selected={selected.has(key._id)} onToggle={onToggle} />
      )}
    />
  );
}

function idOf(key: Key): string {
  return key._id;
}

type TakenKeyRowProps = {
  item: Key;
  now: number;
  selected: boolean;
  onToggle: (id: string) => void;
};

/** Columns of a row: stacked on a phone; number, room, holder from 640 px. */
const rowClassName =
  'grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 px-4 py-3.5 sm:grid-cols-[auto_9rem_minmax(0,1fr)_minmax(0,15rem)] sm:items-center sm:px-5';

/** A key that is out, with who has it and for how long; a click anywhere selects it. */
const TakenKeyRow = memo(Row);

/** The skeleton of the list, announced to screen readers. */
export function TakenKeySkeletons() {
  return (
    <div role="status" className="card divide-y divide-line overflow-hidden">
      <span className="sr-only">Loading taken keys...</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className={rowClassName}>
          <Skeleton className="mt-1 size-5 rounded sm:mt-0" />
          <Skeleton className="h-7 w-28" />
          <div className="col-start-2 mt-1.5 space-y-2 sm:col-start-3 sm:mt-0">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-28" />
          </div>
          <Skeleton className="col-start-2 mt-2 h-4 w-36 sm:col-start-4 sm:mt-0" />
        </div>
      ))}
    </div>
  );
}

function Row({ item, now, selected, onToggle }: TakenKeyRowProps) {
  const outFor = outForText(item.takenAt, now);
  return (
    <label
      className={classNames(
        rowClassName,
        'cursor-pointer transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
        selected ? 'bg-accent-soft/50 hover:bg-accent-soft/70' : 'hover:bg-sunken/60',
      )}
    >
      <input
        type="checkbox"
        checked={selected}
        onChange={() => onToggle(item._id)}
        className="row-span-3 mt-1 size-5 cursor-pointer tick outline-none sm:row-span-1 sm:mt-0"
      />
      <KeyNumber number={item.keyNumber} className="text-2xl leading-7" />
      <span className="col-start-2 mt-0.5 min-w-0 sm:col-start-3 sm:mt-0">
        <span className="block font-medium wrap-anywhere">{item.keyName}</span>
        <span className="block text-sm wrap-anywhere text-muted">{item.location}</span>
      </span>
      <span className="col-start-2 mt-1 min-w-0 text-sm text-muted sm:col-start-4 sm:mt-0">
        <span className="font-medium text-ink sm:block">
          {item.takenBy?.name ?? 'Not known who has it'}
        </span>
        {outFor && (
          <span className="inline-flex items-center gap-1 tabular-nums max-sm:ml-2.5">
            <Clock aria-hidden className="size-3.5" />
            <span className="sr-only">out for</span>
            <span>{outFor}</span>
          </span>
        )}
      </span>
    </label>
  );
}
