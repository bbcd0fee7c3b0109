import type { Key } from '@keydesk/shared/keys/key';
import { KeyRound, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '../../lib/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { type KeyActionHandlers, KeyCards, KeyTable } from './key-table.tsx';

type ManagedKeyListProps = {
  keys: readonly Key[];
  /** The filter; a change of it starts the list again at the top. */
  filter: unknown;
  filtered: boolean;
  handlers: KeyActionHandlers;
  /** Offered while there are no keys at all. */
  addKey: ReactNode;
  onShowAll: () => void;
};

type EmptyKeyListProps = Pick<ManagedKeyListProps, 'filtered' | 'addKey' | 'onShowAll'>;

/** The first of these keys, and Load More for the rest. */
export function ManagedKeyList(props: ManagedKeyListProps) {
  const { keys, filter, filtered, handlers, addKey, onShowAll } = props;
  const { shown, loadMore } = useLoadMore(filter);
  const wide = useMediaQuery('(min-width: 768px)');
  if (keys.length === 0)
    return (
      <div className="card">
        <EmptyKeyList filtered={filtered} addKey={addKey} onShowAll={onShowAll} />
      </div>
    );
  const visible = keys.slice(0, shown);
  return (
    <>
      {wide ? <KeyTable keys={visible} {...handlers} /> : <KeyCards keys={visible} {...handlers} />}
      <div className="mt-4 flex flex-col items-center gap-3">
        <p role="status" className="text-sm text-muted tabular-nums">
          Showing {visible.length} of {keys.length} {keys.length === 1 ? 'key' : 'keys'}
        </p>
        {visible.length < keys.length && (
          <Button variant="secondary" onClick={loadMore} className="min-w-40">
            Load More
          </Button>
        )}
      </div>
    </>
  );
}

/**
 * How many items are shown: 10 at a time, 4 under 768 px. Starts again whenever `filter` changes.
 */
function useLoadMore(filter: unknown): { shown: number; loadMore: () => void } {
  const step = useMediaQuery('(min-width: 768px)') ? 10 : 4;
  const [shown, setShown] = useState(step);
  const [previousFilter, setPreviousFilter] = useState(filter);
  if (previousFilter !== filter) {
    setPreviousFilter(filter);
    setShown(step);
  }
  return { shown: Math.max(shown, step), loadMore: () => setShown((count) => count + step) };
}

function EmptyKeyList({ filtered, addKey, onShowAll }: EmptyKeyListProps) {
  return filtered ? (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No keys found"
      text="Try adjusting your search terms"
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all keys
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<KeyRound aria-hidden />}
      title="No keys yet"
      text="Add the first key, or import a list of keys from a CSV file."
      action={addKey}
    />
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The skeleton of the list of keys. */
export function KeyListSkeleton() {
  return (
    <div role="status" className="card divide-y divide-line overflow-hidden">
      <span className="sr-only">Loading keys...</span>
      {skeletonRows.map((row) => (
        <div key={row} className="flex items-center gap-6 px-5 py-4">
          <Skeleton className="h-6 w-24" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
          <Skeleton className="h-6 w-22 rounded-full" />
        </div>
      ))}
    </div>
  );
}
