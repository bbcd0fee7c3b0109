import { isSameName } from '@keydesk/shared/core/text';
import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/keys';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { ArrowLeft, MapPin, SearchX } from 'lucide-react';
import {
  type ComponentProps,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useAddressText } from '../../lib/address.ts';
import { getErrorMessage } from '../../lib/api.ts';
import { parseDepartment, recordedDeskName, useCampus, useDesks } from '../../lib/campus.ts';
import { useUser } from '../../lib/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { SearchField, SegmentedFilter } from '../../ui/filters.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import {
  DepartmentGrid,
  DepartmentIcon,
  departmentName,
  shownDepartments,
} from './departments.tsx';
import { KeyList } from './key-list.tsx';
import { NoKeyFound } from './key-parts.tsx';
import { KeyRowSkeletons, type RenderKeyAction } from './key-row.tsx';
import {
  filterByStatus,
  findKeys,
  prepareSearch,
  type StatusFilter,
  statusFilters,
} from './search.ts';

type KeyBrowserProps = {
  read: ComponentProps<typeof QueryState>['query'];
  failure?: (cause: unknown) => string;
  keys: readonly Key[] | undefined;
  renderAction?: RenderKeyAction | undefined;
  beforeGrid?: ReactNode;
  /** Every key, if `keys` are only those of this desk: a search finds the others, too. */
  all?: readonly Key[] | undefined;
  firstFilter?: StatusFilter;
};

/** All keys, by search or by department. Within a department the search covers only its keys. */
export function KeyBrowser(props: KeyBrowserProps) {
  const { read, failure = getErrorMessage, keys, all = keys } = props;
  const { renderAction, beforeGrid, firstFilter = 'all' } = props;
  const { department, onOpenDepartment, onCloseDepartment } = useOpenDepartment();
  const [query, setQuery] = useAddressText('q');
  const deferredQuery = useDeferredValue(query);
  const campus = useCampus();
  useEffect(() => keys && prepareSearch(keys, campus), [keys, campus]);
  return (
    <>
      <SearchField
        value={query}
        onChange={setQuery}
        placeholder={t('search')}
        className="mb-5 sm:max-w-md"
      />
      {!keys && read.error !== null ? (
        <QueryState query={read} failure={failure} />
      ) : department ? (
        <DepartmentView
          key={department}
          department={department}
          keys={keys}
          all={all}
          query={deferredQuery}
          onBack={onCloseDepartment}
          firstFilter={firstFilter}
          renderAction={renderAction}
        />
      ) : deferredQuery.trim() ? (
        <KeySearchResults
          keys={keys}
          all={all}
          query={deferredQuery}
          first={firstFilter}
          renderAction={renderAction}
        />
      ) : (
        <>
          {beforeGrid}
          <DepartmentGrid keys={keys} onOpen={onOpenDepartment} />
        </>
      )}
    </>
  );
}

type KeySearchResultsProps = {
  keys: readonly Key[] | undefined;
  all: readonly Key[] | undefined;
  query: string;
  /** Those of this filter come first. */
  first: StatusFilter;
  renderAction?: RenderKeyAction | undefined;
};

/** Memoized, so that typing does not wait for the list. */
const KeySearchResults = memo(SearchResults);

function SearchResults({ keys, all, query, first, renderAction }: KeySearchResultsProps) {
  const department = useUser()?.department ?? null;
  const campus = useCampus();
  const [found, isHere] = useMemo(() => {
    const here = keys && findKeys(keys, query, department, campus);
    const shown = here?.length === 0 && all ? findKeys(all, query, department, campus) : here;
    const ordered = shown && [...new Set([...filterByStatus(shown, first), ...shown])];
    return [ordered, shown === here];
  }, [keys, all, query, first, department, campus]);
  return (
    <section aria-labelledby="search-results">
      <div className="mb-3 flex items-center gap-2">
        <h2 id="search-results" className="text-xl font-semibold">
          {t('results')}
        </h2>
        {found && (
          <span role="status" className="text-xl text-muted tabular-nums">
            {found.length}
          </span>
        )}
      </div>
      {!found && <KeyRowSkeletons />}
      {found && !isHere && <Elsewhere found={found} />}
      {found && found.length > 0 && (
        <KeyList keys={found} label={t('results')} renderAction={renderAction} />
      )}
      {found?.length === 0 && <NoKeyFound />}
    </section>
  );
}

type FoundElsewhereProps = {
  found: readonly Key[];
  label: string;
  renderAction?: RenderKeyAction | undefined;
};

export function FoundElsewhere({ found, label, renderAction }: FoundElsewhereProps) {
  return (
    <>
      <Elsewhere found={found} />
      <KeyList keys={found} label={label} renderAction={renderAction} />
    </>
  );
}

function Elsewhere({ found }: { found: readonly Key[] }) {
  const desks = useDesks();
  const [only, ...others] = found;
  if (!only || !desks) return null;
  const desk = only.status === 'available' && recordedDeskName(only, desks);
  const text = only.takenBy ? t('is-out-with', only.takenBy) : desk && t('is-elsewhere', { desk });
  return (
    <p role="status" className="mb-3 flex items-center gap-2 font-semibold text-out wrap-anywhere">
      <MapPin aria-hidden className="size-5 shrink-0" />
      {(others.length === 0 && text) || t('none-here')}
    </p>
  );
}

const filterTitles = { all: 'all', available: 'available', unavailable: 'unavailable' } as const;

type DepartmentViewProps = {
  department: string;
  keys: readonly Key[] | undefined;
  all: readonly Key[] | undefined;
  query: string;
  onBack: () => void;
  firstFilter: StatusFilter;
  renderAction?: RenderKeyAction | undefined;
};

function View(props: DepartmentViewProps) {
  const { department, keys, all, query, onBack, firstFilter, renderAction } = props;
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
  const elsewhere = useMemo(() => {
    if (found?.length !== 0 || !all || query.trim() === '') return [];
    const others = all.filter((key) => key.department === department);
    return findKeys(others, query, null, campus);
  }, [found, all, department, query, campus]);
  const shown = found && filterByStatus(found, filter);
  return (
    <section aria-label={t('keys-of', { department: name })}>
      <header className="mb-4 flex items-center gap-2.5">
        <IconButton
          label={t('back-to-departments')}
          icon={<ArrowLeft />}
          onClick={onBack}
          className="-ms-2"
        />
        <DepartmentIcon department={department} />
        <div className="min-w-0">
          <h2 className="text-xl leading-6 font-semibold wrap-anywhere">{name}</h2>
          <p className="text-sm text-muted tabular-nums">
            <Dotted>
              {!isSameName(name, department) && department}
              {departmentKeys && t('count', { count: departmentKeys.length })}
            </Dotted>
          </p>
        </div>
      </header>
      <div className="mb-4 sm:max-w-md">
        <SegmentedFilter
          label={t('show')}
          value={filter}
          onChange={setFilter}
          options={statusFilters.map((value) => ({
            value,
            label: t(filterTitles[value]),
            ...(found && { count: filterByStatus(found, value).length }),
          }))}
        />
      </div>
      {!shown && <KeyRowSkeletons />}
      {shown && shown.length > 0 && (
        <KeyList
          keys={shown}
          label={t('keys-of', { department: name })}
          renderAction={renderAction}
        />
      )}
      {elsewhere.length > 0 && (
        <FoundElsewhere
          found={elsewhere}
          label={t('keys-of', { department: name })}
          renderAction={renderAction}
        />
      )}
      {shown?.length === 0 && elsewhere.length === 0 && (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t(query.trim() === '' ? 'none-in-department' : 'none-matching')}
        />
      )}
    </section>
  );
}

/** One department, its keys by status. Memoized, so that typing does not wait for it. */
const DepartmentView = memo(View);

/** The open department (`?department=` in the address), and how to open and close one. */
function useOpenDepartment() {
  const search: { department?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const openedHere = useRef(false);
  const onOpenDepartment = useCallback(
    (department: string) => {
      openedHere.current = true;
      void navigate({ to: '.', search: { department } });
    },
    [navigate],
  );
  const onCloseDepartment = useCallback(() => {
    // Going back adds no entry to the browser's history.
    if (openedHere.current) history.back();
    else void navigate({ to: '.', search: {}, replace: true });
    openedHere.current = false;
  }, [navigate, history]);
  const department = parseDepartment(search.department, shownDepartments(useCampus()));
  return { department, onOpenDepartment, onCloseDepartment };
}
