import type {
  ActiveUsers,
  KeyUsage,
  PeakUsage,
  TimeRange,
} from '@keydesk/shared/analytics/analytics';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call, callForResponse } from '../../lib/api.ts';
import { saveFile } from '../../lib/browser.ts';
import type { AnalyticsFilter } from './analytics-filter.ts';

/** Query key prefix of the reports and analytics. */
export const reportsRoot = ['reports'] as const;

type ByKeys = Pick<AnalyticsFilter, 'timeRange' | 'department'>;

/** Statistics of people and keys. */
export function reportsQuery(timeRange: TimeRange) {
  return queryOptions({
    queryKey: [...reportsRoot, 'reports', timeRange],
    queryFn: async ({ signal }) => (await call(api.reports, { query: { timeRange }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Downloads the report as a PDF file. */
export async function exportPdf(filter: AnalyticsFilter): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await saveFile(
    await callForResponse(api.reportsPdf, { query: filter }),
    `analytics-report-${filter.timeRange}-${day}.pdf`,
  );
}

/** The answers of the three analytics routes; undefined while they load or if they fail. */
export type Analytics = {
  keyUsage: KeyUsage | undefined;
  activeUsers: ActiveUsers | undefined;
  peakUsage: PeakUsage | undefined;
  /** The first answer has not arrived yet. */
  loading: boolean;
};

/** The three analytics queries for a filter, in parallel. */
export function useAnalytics(filter: AnalyticsFilter): Analytics {
  const keyUsage = useQuery(keyUsageQuery(filter));
  const activeUsers = useQuery(activeUsersQuery(filter));
  const peakUsage = useQuery(peakUsageQuery(filter));
  useErrorLog(keyUsage.error);
  useErrorLog(activeUsers.error);
  useErrorLog(peakUsage.error);
  return {
    keyUsage: keyUsage.data,
    activeUsers: activeUsers.data,
    peakUsage: peakUsage.data,
    loading: keyUsage.isPending || activeUsers.isPending || peakUsage.isPending,
  };
}

/** How often each key was handed out. */
function keyUsageQuery({ timeRange, department }: ByKeys) {
  return queryOptions({
    queryKey: [...reportsRoot, 'key-usage', timeRange, department],
    queryFn: async ({ signal }) =>
      (await call(api.keyUsageAnalytics, { query: { timeRange, department }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Who was active. */
function activeUsersQuery({ timeRange, department, role }: AnalyticsFilter) {
  return queryOptions({
    queryKey: [...reportsRoot, 'active-users', timeRange, department, role],
    queryFn: async ({ signal }) =>
      (
        await call(api.activeUsersAnalytics, {
          query: { timeRange, department, role },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
}

/** At which hours keys are handed out. */
function peakUsageQuery({ timeRange, department }: ByKeys) {
  return queryOptions({
    queryKey: [...reportsRoot, 'peak-usage', timeRange, department],
    queryFn: async ({ signal }) =>
      (await call(api.peakUsageAnalytics, { query: { timeRange, department }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

function useErrorLog(failure: Error | null): void {
  useEffect(() => {
    // Failed analytics show no data; the reason is only logged.
    if (failure) console.error('Analytics could not be loaded:', failure);
  }, [failure]);
}
