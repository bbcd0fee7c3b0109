import type { Key } from '@keydesk/shared/keys/key';
import { KeyRound, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { KeyDeeds } from './key-actions.tsx';
import { KeyCards } from './key-cards.tsx';
import { KeyTable } from './key-table.tsx';
import { useLoadMore } from './use-load-more.ts';

type ManagedKeyListProps = {
  keys: readonly Key[];
  /** What the keys were narrowed to; another one begins the list anew. */
  narrowing: unknown;
  narrowed: boolean;
  deeds: KeyDeeds;
  /** Offered while there are no keys at all. */
  addKey: ReactNode;
  onShowAll: () => void;
};

type NoKeysProps = Pick<ManagedKeyListProps, 'narrowed' | 'addKey' | 'onShowAll'>;

const NoKeys = ({ narrowed, addKey, onShowAll }: NoKeysProps) =>
  narrowed ? (
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

/** The first of these keys, and Load More for the rest. */
export const ManagedKeyList = (props: ManagedKeyListProps) => {
  const { keys, narrowing, narrowed, deeds, addKey, onShowAll } = props;
  const { shown, loadMore } = useLoadMore(narrowing);
  const wide = useMediaQuery('(min-width: 768px)');
  if (keys.length === 0)
    return (
      <div className="card">
        <NoKeys narrowed={narrowed} addKey={addKey} onShowAll={onShowAll} />
      </div>
    );
  const visible = keys.slice(0, shown);
  return (
    <>
      {wide ? <KeyTable keys={visible} {...deeds} /> : <KeyCards keys={visible} {...deeds} />}
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
};
