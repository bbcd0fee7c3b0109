import type {
  ActiveUsers,
  AnalyticsPeriod,
  KeyUsage,
  PeakUsage,
  RangeChoice,
} from '@keydesk/shared/insight/analytics';
import { rangeFileName } from '@keydesk/shared/insight/analytics';
import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call, callForResponse } from '../../lib/api.ts';
import { saveFile } from '../../lib/browser.ts';
import { campusTimezone, fromDateTimeField } from '../../lib/format.ts';
import type { AnalyticsFilter } from './analytics-filter.tsx';

/** Root key of all queries of reports and analytics. */
export const reportsRoot = ['reports'] as const;

type Figures = {
  keyUsage: KeyUsage | undefined;
  activeUsers: ActiveUsers | undefined;
  peakUsage: PeakUsage | undefined;
};

export const dashboardQuery = queryOptions({
  queryKey: ['admin-dashboard'],
  queryFn: async ({ signal }) => (await call(api.adminDashboard, { signal })).data,
  // Keys become overdue without any event.
  refetchInterval: 60_000,
});

export function reportsQuery({ timeRange, from, to }: RangeChoice) {
  const query = { timeRange, from, to };
  return queryOptions({
    queryKey: [...reportsRoot, 'reports', query],
    queryFn: async ({ signal }) => (await call(api.reports, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export async function exportPdf(filter: AnalyticsFilter): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await saveFile(
    await callForResponse(api.reportsPdf, { query: filter }),
    `analytics-report-${rangeFileName(filter)}-${day}.pdf`,
  );
}

/** Downloads who had which key at a campus time; now if none is given. */
export async function exportWhoHasWhat(kind: 'pdf' | 'csv', moment: string): Promise<void> {
  const route = kind === 'pdf' ? api.whoHasWhatPdf : api.whoHasWhatCsv;
  const query = moment ? { moment: fromDateTimeField(moment, campusTimezone.get()) } : {};
  await saveFile(await callForResponse(route, { query }), `who-has-what.${kind}`);
}

/** Undefined while loading or after a failure. */
export type Analytics = Figures & {
  /** The period before. Each figure is set only together with its current one. */
  before: Figures;
  loading: boolean;
};

export function useAnalytics(filter: AnalyticsFilter): Analytics {
  const current = usePeriod(filter, 'current');
  const previous = usePeriod(filter, 'previous');
  return {
    keyUsage: current.keyUsage.data,
    activeUsers: current.activeUsers.data,
    peakUsage: current.peakUsage.data,
    before: {
      keyUsage: dataIfBothAreFresh(previous.keyUsage, current.keyUsage),
      activeUsers: dataIfBothAreFresh(previous.activeUsers, current.activeUsers),
      peakUsage: dataIfBothAreFresh(previous.peakUsage, current.peakUsage),
    },
    loading: Object.values(current).some(({ isPending }) => isPending),
  };
}

function usePeriod({ role, ...filter }: AnalyticsFilter, period: AnalyticsPeriod) {
  const ofKeys = { ...filter, period };
  return {
    keyUsage: useFigures('key-usage', ofKeys, (options) => call(api.keyUsageAnalytics, options)),
    activeUsers: useFigures('active-users', { ...ofKeys, role }, (options) =>
      call(api.activeUsersAnalytics, options),
    ),
    peakUsage: useFigures('peak-usage', ofKeys, (options) => call(api.peakUsageAnalytics, options)),
  };
}

/** The answer of one route; a failure is only logged. */
function useFigures<Query, Data>(
  name: string,
  query: Query,
  read: (options: { query: Query; signal: AbortSignal }) => Promise<{ data: Data }>,
): UseQueryResult<Data> {
  const figures = useQuery<Data>({
    queryKey: [...reportsRoot, name, query],
    queryFn: async ({ signal }) => (await read({ query, signal })).data,
    placeholderData: keepPreviousData,
  });
  const { error } = figures;
  useEffect(() => {
    if (error) console.error('Analytics could not be loaded:', error);
  }, [error]);
  return figures;
}

/** Prevents a comparison of figures of different filters while one still loads. */
function dataIfBothAreFresh<T>(
  previous: UseQueryResult<T>,
  current: UseQueryResult<T>,
): T | undefined {
  return previous.isPlaceholderData || current.isPlaceholderData ? undefined : previous.data;
}
