import { percentText } from '@keydesk/shared/core/formats';
import type { Reports } from '@keydesk/shared/insight/dashboard';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as analyticText } from '@keydesk/shared/texts/en/analytics';
import { t as dashboardText } from '@keydesk/shared/texts/en/dashboard';
import { t } from '@keydesk/shared/texts/en/reports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { serverMessage } from '../../lib/api.ts';
import { useEntryLabel } from '../../lib/campus.ts';
import { serverNow } from '../../lib/clock.ts';
import { campusTimezone, toDateTimeField } from '../../lib/format.ts';
import { ActionIconButton } from '../../ui/action-button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { KeyNumber, PersonLink } from '../../ui/record-link.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import {
  type AnalyticsFilter,
  AnalyticsFilterBar,
  keysNote,
  useAnalyticsFilter,
} from './analytics-filter.tsx';
import {
  FoldingCard,
  rankedDepartments,
  rankedHours,
  rankedKeys,
  ShortList,
  ShortListCard,
  StatTile,
  StatTiles,
} from './figures.tsx';
import { LongestOut } from './open-loans.tsx';
import {
  type Analytics,
  dashboardQuery,
  exportPdf,
  exportWhoHasWhat,
  reportsQuery,
  reportsRoot,
  useAnalytics,
} from './queries.ts';
import { Unusual } from './unusual.tsx';
import { UsageCharts } from './usage-charts.tsx';

export function ReportsPage() {
  const [filter, changeFilter] = useAnalyticsFilter();
  const analytics = useAnalytics(filter);
  const reports = useQuery(reportsQuery(filter));
  const failure = reports.error && serverMessage(reports.error, t('failed-to-load'));
  useEffect(() => {
    if (failure) showError(failure);
  }, [failure]);
  return (
    <>
      <PageHeader title={t('analytics-and-reports')} action={<ReportActions filter={filter} />} />
      <div className="mb-5">
        <AnalyticsFilterBar filter={filter} onChange={changeFilter} />
      </div>
      {(reports.isPending || analytics.loading) && <LoadingOverlay />}
      <UsageCharts analytics={analytics} filter={filter} />
      <DetailedReport analytics={analytics} note={keysNote(filter)} />
      {reports.data && <OfTheRange reports={reports.data} />}
      {reports.data && <SystemStatistics statistics={reports.data.systemStatistics} />}
      <RightNow />
      <QueryState query={reports} loading={null} failure={t('failed-to-load')} frame="card mt-6" />
    </>
  );
}

/** What to look into, whatever the chosen time. */
function RightNow() {
  const { data } = useQuery(dashboardQuery);
  return (
    <section aria-labelledby="right-now" className="mt-6">
      <h2 id="right-now" className="mb-3 text-xl font-semibold tracking-tight">
        {dashboardText('right-now')}
      </h2>
      <div className="grid gap-2 *:min-w-0 lg:grid-cols-2 lg:gap-4">
        {data && (
          <>
            <LongestOut loans={data.longestOut ?? []} />
            <FoldingCard title={dashboardText('most-keys-out')}>
              <ShortList
                empty={dashboardText('nobody-has-a-key')}
                items={data.stats.topHolders.map(({ userId, name, count }) => ({
                  id: userId,
                  name: <PersonLink id={userId}>{name}</PersonLink>,
                  value: count,
                }))}
              />
            </FoldingCard>
            <Unusual unusual={data.unusual} unseenKeys={data.stats.unseenKeys ?? 0} />
          </>
        )}
        <WhoHasWhat />
      </div>
    </section>
  );
}

function ReportActions({ filter }: { filter: AnalyticsFilter }) {
  const client = useQueryClient();
  return (
    <>
      <ActionIconButton
        label={actionText('refresh')}
        icon={<RefreshCw />}
        onClick={() => void client.refetchQueries({ queryKey: reportsRoot, type: 'active' })}
      />
      <DownloadButton
        download={() => exportPdf(filter)}
        icon={<FileDown aria-hidden className="size-4.5" />}
        says={t('pdf-exported')}
        failure={(cause) => serverMessage(cause, t('failed-to-export'))}
      >
        {t('export-pdf')}
      </DownloadButton>
    </>
  );
}

const most = 5;

type DetailedReportProps = {
  analytics: Analytics;
  /** The part of the filter that key figures ignore. */
  note?: string | undefined;
};

function DetailedReport({ analytics, note }: DetailedReportProps) {
  const { keyUsage, peakUsage, activeUsers } = analytics;
  const departmentLabel = useEntryLabel('departments');
  return (
    <section aria-labelledby="detailed-report" className="mt-6">
      <h2 id="detailed-report" className="mb-3 text-xl font-semibold tracking-tight">
        {t('detailed-report')}
      </h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <ShortListCard
          title={t('most-used-keys')}
          note={note}
          empty={analyticText('no-usage-data-available')}
          items={rankedKeys(keyUsage, departmentLabel).slice(0, most)}
        />
        <ShortListCard
          title={t('peak-usage-hours')}
          note={note}
          empty={analyticText('no-peak-usage-data-available')}
          numbered
          items={rankedHours(peakUsage)}
        />
        <ShortListCard
          title={t('usage-by-department')}
          note={t('people-active')}
          empty={analyticText('no-department-data-available')}
          items={rankedDepartments(activeUsers, departmentLabel).slice(0, most)}
        />
      </div>
    </section>
  );
}

/** Hand-outs without a code and keys out at night; nothing of what there is none. */
function OfTheRange({ reports: { withoutCode = [], outAtNight } }: { reports: Reports }) {
  const { total, loans } = outAtNight ?? { total: 0, loans: [] };
  return (
    <div className="mt-4 space-y-2 empty:hidden lg:space-y-4">
      {withoutCode.length > 0 && (
        <FoldingCard title={t('handed-out-without-a-code')} note={t('by-whom')}>
          <ShortList
            empty=""
            items={withoutCode.map(({ userId, name, byName, byCard, fromPaper = 0 }) => ({
              id: userId,
              name: <PersonLink id={userId}>{name}</PersonLink>,
              note: t('without-code-note', { byName, byCard, fromPaper }),
              value: byName + byCard + fromPaper,
            }))}
          />
        </FoldingCard>
      )}
      {total > 0 && (
        <FoldingCard
          title={t('keys-out-at-night')}
          note={
            <>
              {t('overdue-at-night')}
              {total > loans.length && ` ${t('these-are', { count: loans.length, total })}`}
            </>
          }
        >
          <div className="gap-8 lg:columns-2 [&_li]:break-inside-avoid">
            <ShortList
              empty=""
              items={loans.map(({ loanId, keyId, keyNumber, keyName, holder, nights }) => ({
                id: loanId,
                name: <KeyNumber number={keyNumber} linkTo={keyId} />,
                note: `${keyName}, ${holder.name}`,
                value: nights,
              }))}
            />
          </div>
        </FoldingCard>
      )}
    </div>
  );
}

function SystemStatistics({ statistics }: { statistics: Reports['systemStatistics'] }) {
  return (
    <section aria-labelledby="system-statistics" className="mt-6">
      <h2 id="system-statistics" className="text-xl font-semibold tracking-tight">
        {t('system-statistics')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('as-of-now')}</p>
      <StatTiles className="max-sm:two-columns">
        <StatTile label={analyticText('total-keys')} value={statistics.totalKeys} />
        <StatTile label={analyticText('keys-in-use')} value={statistics.keysInUse} />
        <StatTile label={analyticText('available-keys')} value={statistics.availableKeys} />
        {statistics.reportedKeys > 0 && (
          <StatTile label={analyticText('reported')} value={statistics.reportedKeys} />
        )}
        <StatTile label={t('usage-rate')} value={percentText(statistics.usageRate)} />
      </StatTiles>
    </section>
  );
}

function WhoHasWhat() {
  const [moment, setMoment] = useState('');
  return (
    <FoldingCard title={t('who-has-what')} note={t('who-has-what-text')}>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <TextField
          label={t('at-this-moment')}
          type="datetime-local"
          className="w-full sm:w-64"
          max={toDateTimeField(serverNow(), campusTimezone.get())}
          value={moment}
          onChange={({ target }) => setMoment(target.value)}
        />
        {(['csv', 'pdf'] as const).map((kind) => (
          <DownloadButton
            key={kind}
            variant="secondary"
            download={() => exportWhoHasWhat(kind, moment)}
          >
            {t('download', { format: kind.toUpperCase() })}
          </DownloadButton>
        ))}
      </div>
    </FoldingCard>
  );
}

function LoadingOverlay() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-30 grid place-items-center bg-canvas/70 backdrop-blur-xs"
    >
      <p className="card flex items-center gap-3 px-6 py-4 font-semibold shadow-float">
        <Spinner className="size-5 text-accent" />
        {t('loading-reports')}
      </p>
    </div>
  );
}
