import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverSaid } from '../../lib/server-said.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import type { AnalyticsFilter } from './analytics-filter.ts';
import { DetailedReport } from './detailed-report.tsx';
import { LoadingOverlay } from './loading-overlay.tsx';
import { reportsQuery } from './reports.queries.ts';
import { SystemStatistics } from './system-statistics.tsx';
import { UsageCharts } from './usage-charts.tsx';
import { useAnalytics } from './use-analytics.ts';

/** Charts, detailed report and statistics of what `filter` asks for. */
export const Reports = ({ filter }: { filter: AnalyticsFilter }) => {
  const analytics = useAnalytics(filter);
  const reports = useQuery(reportsQuery(filter.timeRange));
  const failure = reports.error && serverSaid(reports.error, 'Failed to fetch reports');
  useEffect(() => {
    if (failure) showError(failure);
  }, [failure]);
  return (
    <>
      {(reports.isPending || analytics.loading) && <LoadingOverlay />}
      <UsageCharts analytics={analytics} />
      <DetailedReport analytics={analytics} />
      {reports.data && <SystemStatistics statistics={reports.data.systemStatistics} />}
      {failure && !reports.data && (
        <div className="card mt-8">
          <ErrorState message={failure} onRetry={() => void reports.refetch()} />
        </div>
      )}
    </>
  );
};
