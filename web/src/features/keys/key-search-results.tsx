import type { Key } from '@keydesk/shared/keys/key';
import { SearchX } from 'lucide-react';
import { memo, useMemo } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { findKeys } from './find-keys.ts';
import { KeyList } from './key-list.tsx';
import type { RenderKeyAction } from './key-row.tsx';
import { KeyRowSkeletons } from './key-row-skeleton.tsx';

type KeySearchResultsProps = {
  /** Undefined while the keys load. */
  keys: readonly Key[] | undefined;
  query: string;
  renderAction?: RenderKeyAction | undefined;
};

const SearchResults = ({ keys, query, renderAction }: KeySearchResultsProps) => {
  const found = useMemo(() => keys && findKeys(keys, query), [keys, query]);
  return (
    <section aria-labelledby="search-results">
      <div className="mb-3 flex items-center gap-2">
        <h2 id="search-results" className="text-lg font-semibold">
          Search Results
        </h2>
        {found && (
          <span role="status" className="text-lg text-muted tabular-nums">
            {found.length}
          </span>
        )}
      </div>
      {!found && <KeyRowSkeletons />}
      {found && found.length > 0 && (
        <KeyList keys={found} label="Search Results" renderAction={renderAction} />
      )}
      {found?.length === 0 && (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No keys found"
          text="Try adjusting your search terms"
        />
      )}
    </section>
  );
};

/** The keys that match a search, over all departments. Slow input never waits for it. */
export const KeySearchResults = memo(SearchResults);
