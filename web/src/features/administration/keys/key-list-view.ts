import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { toText } from '../../../lib/address.ts';
import { parseDepartment, useCampus } from '../../../lib/campus.ts';
import {
  defaultKeySort,
  emptyKeyFilter,
  type KeyFilter,
  type KeySort,
  outForDays,
  sortColumns,
  statusChoices,
} from './filter-keys.ts';

export type KeyListView = KeyFilter & {
  sort: KeySort;
  /** How many rows, or all; null for the first page. */
  rows: number | 'all' | null;
};

type SearchParams = Readonly<Record<string, unknown>>;

const outTimes = Object.keys(outForDays) as (keyof typeof outForDays)[];

/** Missing and invalid parts get their defaults. */
export function parseKeyListView(
  params: SearchParams,
  departments?: readonly string[],
): KeyListView {
  const out = outTimes.find((known) => known === params.out) ?? '';
  return {
    // Older links have `search`.
    search: toText(params.q ?? params.search),
    department: parseDepartment(params.department, departments) ?? '',
    // Both are chosen in one field; older links may have both.
    status: (!out && statusChoices.find((known) => known === params.status)) || '',
    out,
    sort: parseSort(params.sort),
    rows: parseRows(params.rows),
  };
}

function parseSort(value: unknown): KeySort {
  const text = toText(value);
  const descending = text.startsWith('-');
  const by = sortColumns.find((column) => column === (descending ? text.slice(1) : text));
  return by ? { by, descending } : defaultKeySort;
}

function parseRows(value: unknown): KeyListView['rows'] {
  if (value === 'all') return 'all';
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

export function toSearchParams(view: KeyListView): Record<string, string | number> {
  const { sort, rows, search: q, ...rest } = view;
  const filter = { q, ...rest };
  const changed = Object.entries(filter).filter(([, value]) => value !== '');
  const isDefaultOrder = sort.by === defaultKeySort.by && !sort.descending;
  return {
    ...Object.fromEntries(changed),
    ...(!isDefaultOrder && { sort: `${sort.descending ? '-' : ''}${sort.by}` }),
    ...(rows !== null && { rows }),
  };
}

/** The view in the address, and its setter; another filter resets the number of rows. */
export function useKeyListView() {
  const params = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const campus = useCampus();
  const departments = useMemo(() => campus?.departments.map(({ code }) => code), [campus]);
  const view = useMemo(() => parseKeyListView(params, departments), [params, departments]);
  const change = useCallback(
    (part: Partial<KeyListView>) =>
      void navigate({
        to: '.',
        search: (before: SearchParams) =>
          toSearchParams({ ...parseKeyListView(before, departments), rows: null, ...part }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, departments],
  );
  const showAll = useCallback(() => change(emptyKeyFilter), [change]);
  return { view, change, showAll };
}
