import type { Key, KeyDepartment } from '@keydesk/shared/keys/key';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { DepartmentGrid } from './department-grid.tsx';
import { DepartmentView } from './department-view.tsx';
import { prepareSearch } from './find-keys.ts';
import type { RenderKeyAction } from './key-row.tsx';
import { KeySearchResults } from './key-search-results.tsx';
import type { StatusFilter } from './status-filter.ts';

type KeyBrowserProps = {
  /** Undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Why there are no keys to show. */
  error?: string | null;
  onRetry?: () => void;
  /** The open department; undefined shows the grid. */
  department: KeyDepartment | undefined;
  onOpenDepartment: (department: KeyDepartment) => void;
  onCloseDepartment: () => void;
  renderAction?: RenderKeyAction | undefined;
  /** Stands between the search box and the department grid. */
  beforeGrid?: ReactNode;
  /** The keys differ in status, so availability is told and can be filtered by. */
  mixedStatus?: boolean;
  /** What a department shows first. */
  firstFilter?: StatusFilter;
};

/** All keys by search or by department. Within a department the search narrows its keys. */
export const KeyBrowser = ({
  keys,
  error = null,
  onRetry,
  department,
  onOpenDepartment,
  onCloseDepartment,
  renderAction,
  beforeGrid,
  mixedStatus = true,
  firstFilter = 'all',
}: KeyBrowserProps) => {
  const [query, setQuery] = useState('');
  const [queriedIn, setQueriedIn] = useState(department);
  if (queriedIn !== department) {
    setQueriedIn(department);
    setQuery('');
  }
  const settled = useDeferredValue(query);
  useEffect(() => keys && prepareSearch(keys), [keys]);
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
          query={settled}
          onBack={onCloseDepartment}
          withFilter={mixedStatus}
          firstFilter={firstFilter}
          renderAction={renderAction}
        />
      ) : settled.trim() ? (
        <KeySearchResults keys={keys} query={settled} renderAction={renderAction} />
      ) : (
        <>
          {beforeGrid}
          <DepartmentGrid keys={keys} onOpen={onOpenDepartment} withAvailable={mixedStatus} />
        </>
      )}
    </>
  );
};
