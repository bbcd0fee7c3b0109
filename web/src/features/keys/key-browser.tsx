import type { Key } from '@keydesk/shared/keys/key';
import { MapPin, SearchX } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { useAddressText } from '../../lib/address-text.ts';
import { useCampus } from '../../lib/campus.ts';
import { recordedPlaceText, useDesks } from '../../lib/desks.ts';
import { useUser } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { DepartmentGrid } from './department-grid.tsx';
import { DepartmentView } from './department-view.tsx';
import { KeyList } from './key-list.tsx';
import { KeyRowSkeletons, type RenderKeyAction } from './key-row.tsx';
import { findKeys, prepareSearch, type StatusFilter } from './search.ts';

type KeyBrowserProps = {
  /** Undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Why the keys could not be loaded. */
  error?: string | null;
  onRetry?: () => void;
  /** The open department; undefined shows the grid. */
  department: string | undefined;
  onOpenDepartment: (department: string) => void;
  onCloseDepartment: () => void;
  renderAction?: RenderKeyAction | undefined;
  /** Shown between the search box and the department grid. */
  beforeGrid?: ReactNode;
  /** Every key, if `keys` are those of this desk alone: a search finds the others too. */
  all?: readonly Key[] | undefined;
  /** The keys differ in status, so availability is shown and can be filtered by. */
  mixedStatus?: boolean;
  /** The status filter that a department starts with. */
  firstFilter?: StatusFilter;
};

/** All keys, by search or by department. Within a department the search covers its keys only. */
export function KeyBrowser({
  keys,
  all = keys,
  error = null,
  onRetry,
  department,
  onOpenDepartment,
  onCloseDepartment,
  renderAction,
  beforeGrid,
  mixedStatus = true,
  firstFilter = 'all',
}: KeyBrowserProps) {
  const [query, setQuery] = useAddressText('q');
  const deferredQuery = useDeferredValue(query);
  const campus = useCampus();
  useEffect(() => keys && prepareSearch(keys, campus), [keys, campus]);
  return (
    <>
      <SearchField
        value={query}
        onChange={setQuery}
        placeholder="Search keys..."
        className="mb-5 sm:max-w-md"
      />
      {!keys && error !== null ? (
        <ErrorState message={error} {...(onRetry && { onRetry })} />
      ) : department ? (
        <DepartmentView
          key={department}
          department={department}
          keys={keys}
          query={deferredQuery}
          onBack={onCloseDepartment}
          withFilter={mixedStatus}
          firstFilter={firstFilter}
          renderAction={renderAction}
        />
      ) : deferredQuery.trim() ? (
        <KeySearchResults keys={keys} all={all} query={deferredQuery} renderAction={renderAction} />
      ) : (
        <>
          {beforeGrid}
          <DepartmentGrid keys={keys} onOpen={onOpenDepartment} withAvailable={mixedStatus} />
        </>
      )}
    </>
  );
}

type KeySearchResultsProps = {
  /** Undefined while the keys load. */
  keys: readonly Key[] | undefined;
  all: readonly Key[] | undefined;
  query: string;
  renderAction?: RenderKeyAction | undefined;
};

/** The keys of all departments that match a search. Memoized, so that typing does not wait. */
const KeySearchResults = memo(SearchResults);

function SearchResults({ keys, all, query, renderAction }: KeySearchResultsProps) {
  const department = useUser()?.department ?? null;
  const campus = useCampus();
  const [found, isHere] = useMemo(() => {
    const here = keys && findKeys(keys, query, department, campus);
    const shown = here?.length === 0 && all ? findKeys(all, query, department, campus) : here;
    return [shown, shown === here];
  }, [keys, all, query, department, campus]);
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
      {found && !isHere && <Elsewhere found={found} />}
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
}

/** That none of the keys of this desk fits, and where those are that do. */
function Elsewhere({ found }: { found: readonly Key[] }) {
  const desks = useDesks();
  const [only, ...others] = found;
  if (!only || !desks) return null;
  const isFree = others.length === 0 && only.status === 'available';
  const place = isFree && recordedPlaceText(only, desks);
  return (
    <p role="status" className="mb-3 flex items-center gap-2 font-medium text-out wrap-anywhere">
      <MapPin aria-hidden className="size-5 shrink-0" />
      {place ? `${only.keyNumber} ${place}.` : 'None of these belongs to this desk.'}
    </p>
  );
}
