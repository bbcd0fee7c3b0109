import type { Reports } from '@keydesk/shared/dashboard/dashboard';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, FileDown, Gauge, KeyRound, KeySquare, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { serverMessage } from '../../lib/api.ts';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { RankedList } from '../../ui/ranked-list.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { type AnalyticsFilter, useAnalyticsFilter } from './analytics-filter.ts';
import { AnalyticsFilterBar } from './analytics-filter-bar.tsx';
import { type Analytics, exportPdf, reportsQuery, reportsRoot, useAnalytics } from './queries.ts';
import { UsageCharts } from './usage-charts.tsx';

/** Charts, detailed report and statistics for a filter. */
export function ReportsContent({ filter }: { filter: AnalyticsFilter }) {
  const analytics = useAnalytics(filter);
  const reports = useQuery(reportsQuery(filter.timeRange));
  const failure = reports.error && serverMessage(reports.error, 'Failed to fetch reports');
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
}

/** Refetches the reports, or exports them as PDF. */
export function ReportActions({ filter }: { filter: AnalyticsFilter }) {
  const client = useQueryClient();
  const exporting = useMutation({
    mutationFn: exportPdf,
    onSuccess: () => showSuccess('PDF report exported successfully'),
    onError: (cause) => showError(serverMessage(cause, 'Failed to export PDF report')),
  });
  return (
    <>
      <ActionIconButton
        label="Refresh"
        icon={<RefreshCw />}
        onClick={() => void client.refetchQueries({ queryKey: reportsRoot, type: 'active' })}
      />
      <ActionButton busy={exporting.isPending} onClick={() => exporting.mutate(filter)}>
        {!exporting.isPending && <FileDown aria-hidden className="size-4.5" />}
        Export PDF
      </ActionButton>
    </>
  );
}

const topKeys = 5;

/** Most used keys, peak hours and departments in figures. */
export function DetailedReport({ analytics }: { analytics: Analytics }) {
  const { keyUsage, peakUsage, activeUsers } = analytics;
  return (
    <section aria-labelledby="detailed-report" className="mt-8">
      <h2 id="detailed-report" className="mb-4 text-xl font-semibold tracking-tight">
        Detailed Report
      </h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <Card className="min-w-0">
          <h3 className="mb-4 font-semibold">Most Used Keys</h3>
          <RankedList
            empty="No usage data available"
            items={(keyUsage?.mostUsedKeys ?? []).slice(0, topKeys).map((key) => ({
              id: key.keyNumber,
              name: (
                <>
                  <span className="key-number">{key.keyNumber}</span> {key.keyName}
                </>
              ),
              note: key.department,
              value: key.usageCount,
            }))}
          />
        </Card>
        <Card className="min-w-0">
          <h3 className="mb-4 font-semibold">Peak Usage Hours</h3>
          <RankedList
            empty="No peak usage data available"
            numbered
            items={(peakUsage?.peakHours ?? []).map((hour) => ({
              id: hour.timeLabel,
              name: hour.timeLabel,
              value: hour.count,
            }))}
          />
        </Card>
        <Card className="min-w-0">
          <h3 className="mb-4 font-semibold">Usage by Department</h3>
          <RankedList
            empty="No department data available"
            items={(activeUsers?.usersByDepartment ?? []).map((department) => ({
              id: department._id,
              name: department._id,
              value: department.count,
            }))}
          />
        </Card>
      </div>
    </section>
  );
}

/** How many keys there are and how many are out. */
export function SystemStatistics({ statistics }: { statistics: Reports['systemStatistics'] }) {
  return (
    <section aria-labelledby="system-statistics" className="mt-8">
      <h2 id="system-statistics" className="mb-4 text-xl font-semibold tracking-tight">
        System Statistics
      </h2>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        <StatTile label="Total Keys" value={statistics.totalKeys} icon={<KeyRound />} />
        <StatTile
          label="Keys in Use"
          value={statistics.keysInUse}
          icon={<KeySquare />}
          tone="out"
        />
        <StatTile
          label="Available Keys"
          value={statistics.availableKeys}
          icon={<CircleCheck />}
          tone="available"
        />
        <StatTile
          label="Usage Rate"
          value={`${statistics.usageRate.toFixed(1)}%`}
          icon={<Gauge />}
        />
      </ul>
    </section>
  );
}

/** Covers the page while the reports load. */
export function LoadingOverlay() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-30 grid place-items-center bg-canvas/70 backdrop-blur-xs"
    >
      <p className="card flex items-center gap-3 px-6 py-4 font-medium shadow-float">
        <Spinner className="size-5 text-accent" />
        Loading reports...
      </p>
    </div>
  );
}

/** The page Analytics & Reports. */
export function ReportsPage() {
  const [filter, changeFilter] = useAnalyticsFilter();
  return (
    <>
      <PageHeader title="Analytics & Reports" action={<ReportActions filter={filter} />} />
      <AnalyticsFilterBar filter={filter} onChange={changeFilter} />
      <ReportsContent filter={filter} />
    </>
  );
}
