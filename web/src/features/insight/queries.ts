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

/** Query key prefix of the reports and analytics. */
export const reportsRoot = ['reports'] as const;

type Figures = {
  keyUsage: KeyUsage | undefined;
  activeUsers: ActiveUsers | undefined;
  peakUsage: PeakUsage | undefined;
};

/** Statistics of people and keys. */
export function reportsQuery({ timeRange, from, to }: RangeChoice) {
  const query = { timeRange, from, to };
  return queryOptions({
    queryKey: [...reportsRoot, 'reports', query],
    queryFn: async ({ signal }) => (await call(api.reports, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Downloads the report as a PDF file. */
export async function exportPdf(filter: AnalyticsFilter): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await saveFile(
    await callForResponse(api.reportsPdf, { query: filter }),
    `analytics-report-${rangeFileName(filter)}-${day}.pdf`,
  );
}

/** Downloads who had what at a moment, on the clocks of the campus; now if none is given. */
export async function exportWhoHasWhat(kind: 'pdf' | 'csv', moment: string): Promise<void> {
  const route = kind === 'pdf' ? api.whoHasWhatPdf : api.whoHasWhatCsv;
  const query = moment ? { moment: fromDateTimeField(moment, campusTimezone.get()) } : {};
  await saveFile(await callForResponse(route, { query }), `who-has-what.${kind}`);
}

/** The answers of the three analytics routes; undefined while they load or if they fail. */
export type Analytics = Figures & {
  /** The same for the period before; each only together with the figures that it goes with. */
  before: Figures;
  /** The first answer has not arrived yet. */
  loading: boolean;
};

/** The three analytics queries for a filter, and those for the period before, in parallel. */
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
    /** How often each key was handed out. */
    keyUsage: useFigures('key-usage', ofKeys, (options) => call(api.keyUsageAnalytics, options)),
    /** Who was active. */
    activeUsers: useFigures('active-users', { ...ofKeys, role }, (options) =>
      call(api.activeUsersAnalytics, options),
    ),
    /** At which hours keys are handed out. */
    peakUsage: useFigures('peak-usage', ofKeys, (options) => call(api.peakUsageAnalytics, options)),
  };
}

/** What one of the routes answers; why it failed is only logged. */
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

/** Figures of one filter are never compared with those of another that is still on the screen. */
function dataIfBothAreFresh<T>(
  previous: UseQueryResult<T>,
  current: UseQueryResult<T>,
): T | undefined {
  return previous.isPlaceholderData || current.isPlaceholderData ? undefined : previous.data;
}
