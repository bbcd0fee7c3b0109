import type { TimeRange } from '@keydesk/shared/analytics/analytics';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api, call } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { AnalyticsFilter } from './analytics-filter.ts';

/** Prefix of everything cached about reports. */
export const reportsRoot = ['reports'] as const;

type ByKeys = Pick<AnalyticsFilter, 'timeRange' | 'department'>;

/** Statistics of people and keys. */
export const reportsQuery = (timeRange: TimeRange) =>
  queryOptions({
    queryKey: [...reportsRoot, 'reports', timeRange],
    queryFn: async ({ signal }) => (await call(api.reports, { query: { timeRange }, signal })).data,
    placeholderData: keepPreviousData,
  });

/** How often which keys were handed out. */
export const keyUsageQuery = ({ timeRange, department }: ByKeys) =>
  queryOptions({
    queryKey: [...reportsRoot, 'key-usage', timeRange, department],
    queryFn: async ({ signal }) =>
      (await call(api.keyUsageAnalytics, { query: { timeRange, department }, signal })).data,
    placeholderData: keepPreviousData,
  });

/** Who was active. */
export const activeUsersQuery = ({ timeRange, department, role }: AnalyticsFilter) =>
  queryOptions({
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

/** At which hours keys are handed out. */
export const peakUsageQuery = ({ timeRange, department }: ByKeys) =>
  queryOptions({
    queryKey: [...reportsRoot, 'peak-usage', timeRange, department],
    queryFn: async ({ signal }) =>
      (await call(api.peakUsageAnalytics, { query: { timeRange, department }, signal })).data,
    placeholderData: keepPreviousData,
  });

/** Hands the report to the browser as a PDF file. */
export const exportPdf = async (filter: AnalyticsFilter): Promise<void> => {
  const day = new Date().toISOString().slice(0, 10);
  await saveFile(
    await answerOf(api.reportsPdf, { query: filter }),
    `analytics-report-${filter.timeRange}-${day}.pdf`,
  );
};
