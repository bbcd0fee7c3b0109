import type { Key } from '@keydesk/shared/keys/key';
import { plural } from '@keydesk/shared/plural';
import { ArrowLeft, SearchX } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { SegmentedFilter } from '../../ui/segmented-filter.tsx';
import { DepartmentIcon, departmentName } from './departments.tsx';
import { KeyList } from './key-list.tsx';
import { KeyRowSkeletons, type RenderKeyAction } from './key-row.tsx';
import { filterByStatus, findKeys, type StatusFilter, statusFilters } from './search.ts';

const filterLabels: Record<StatusFilter, string> = {
  all: 'All',
  available: 'Available',
  unavailable: 'Unavailable',
};

type DepartmentViewProps = {
  department: string;
  /** Keys of every department; undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Filters the keys further. */
  query?: string;
  onBack: () => void;
  /** Whether to offer the tabs all, available and unavailable. */
  withFilter?: boolean;
  /** The tab chosen at first. */
  firstFilter?: StatusFilter;
  renderAction?: RenderKeyAction | undefined;
};

function View({
  department,
  keys,
  query = '',
  onBack,
  withFilter = true,
  firstFilter = 'all',
  renderAction,
}: DepartmentViewProps) {
  const [filter, setFilter] = useState(firstFilter);
  const campus = useCampus();
  const name = departmentName(campus, department);
  const departmentKeys = useMemo(
    () => keys?.filter((key) => key.department === department),
    [keys, department],
  );
  const found = useMemo(
    () => departmentKeys && findKeys(departmentKeys, query, null, campus),
    [departmentKeys, query, campus],
  );
  const shown = found && filterByStatus(found, filter);
  return (
    <section aria-label={`${department} keys`}>
      <header className="mb-4 flex items-center gap-2.5">
        <IconButton
          label="Back to departments"
          icon={<ArrowLeft />}
          onClick={onBack}
          className="-ml-2"
        />
        <DepartmentIcon department={department} />
        <div className="min-w-0">
          <h2 className="text-xl leading-6 font-semibold">{department}</h2>
          <p className="text-sm text-muted tabular-nums">
            <Facts>
              {name}
              {departmentKeys && plural(departmentKeys.length, 'key')}
            </Facts>
          </p>
        </div>
      </header>
      {withFilter && (
        <div className="mb-4 sm:max-w-md">
          <SegmentedFilter
            label="Show"
            value={filter}
            onChange={setFilter}
            options={statusFilters.map((value) => ({
              value,
              label: filterLabels[value],
              ...(found && { count: filterByStatus(found, value).length }),
            }))}
          />
        </div>
      )}
      {!shown && <KeyRowSkeletons />}
      {shown && shown.length > 0 && (
        <KeyList keys={shown} label={`${department} keys`} renderAction={renderAction} />
      )}
      {shown?.length === 0 && (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={
            query.trim() === ''
              ? 'No keys available in this department'
              : 'No keys found matching the query'
          }
        />
      )}
    </section>
  );
}

/** One department: its keys by status. Memoized, so that typing does not wait for it. */
export const DepartmentView = memo(View);
