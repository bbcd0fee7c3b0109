import { ScrollArea } from '@base-ui/react/scroll-area';
import { activeNote, type ChartPoint, rangeFileName } from '@keydesk/shared/insight/analytics';
import { t } from '@keydesk/shared/texts/en/analytics';
import { ChartLine, ChartNoAxesColumn, FileSpreadsheet, Table2 } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../lib/browser.ts';
import { serverNow } from '../../lib/clock.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { MoreMenu } from '../../ui/menu.tsx';
import { Card, EmptyState } from '../../ui/page.tsx';
import { type AnalyticsFilter, keysNote, periodLabels, runningPart } from './analytics-filter.tsx';
import {
  beforeText,
  ChartLegend,
  type ChartSeries,
  chartCsv,
  chartRows,
  highestPoint,
  isOfEveryDay,
  pointLabel,
} from './chart-series.tsx';
import type { Analytics } from './queries.ts';

export function UsageCharts({ analytics, filter }: UsageChartsProps) {
  const { keyUsage, activeUsers, peakUsage, before, loading } = analytics;
  const common = { filter, loading };
  const running = runningPart(filter);
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <ChartCard
        {...common}
        title={t('peak-usage-analytics')}
        text={t('by-hour')}
        note={keysNote(filter)}
        points={peakUsage?.hourlyUsage}
        before={before.peakUsage?.hourlyUsage}
        running={null}
        noun={t('keys-handed-out')}
      />
      <ChartCard
        {...common}
        title={t('active-users-trend')}
        text={t('login-activity')}
        note={activeNote(filter, serverNow())}
        points={activeUsers?.loginActivity}
        before={before.activeUsers?.loginActivity}
        running={running}
        noun={t('people-active')}
      />
      <ChartCard
        {...common}
        title={t('key-usage-over-time')}
        text={t('keys-handed-out-title')}
        note={keysNote(filter)}
        points={keyUsage?.usageOverTime}
        before={before.keyUsage?.usageOverTime}
        running={running}
        noun={t('keys-handed-out')}
      />
    </div>
  );
}

function ChartCard({ text, note, points, loading, filter, ...rest }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const highest = highestPoint(points ?? []);
  const showSkeleton = loading && !points;
  const series: ChartSeries | null = points && highest ? { ...rest, points } : null;
  return (
    <Card aria-label={rest.title} className="min-w-0">
      <header className="mb-2 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold">{rest.title}</h2>
          <p className="text-sm text-muted">
            <Dotted>
              {text}
              {highest && t('maximum', { count: highest.count, when: pointLabel(highest) })}
            </Dotted>
          </p>
          {note && <p className="text-sm text-muted">{note}</p>}
        </div>
        {series && (
          <span className="-mt-2.5 -me-3 flex">
            <MoreMenu
              label={t('more-about', { title: rest.title })}
              entries={[
                {
                  label: asTable ? t('show-as-chart') : t('show-as-table'),
                  icon: asTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />,
                  onSelect: () => setAsTable(!asTable),
                },
                {
                  label: t('download-as-csv'),
                  icon: <FileSpreadsheet aria-hidden />,
                  onSelect: () => void saveCsv(series, filter),
                },
              ]}
            />
          </span>
        )}
      </header>
      {showSkeleton && <Skeleton className="h-42" />}
      {!showSkeleton && !series && (
        <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title={t('no-data-available')} />
      )}
      {series && asTable && <ChartTable series={series} />}
      {series && !asTable && (
        <>
          <UsageLine series={series} whileLoading={<Skeleton className="h-42" />} />
          <ChartLegend
            series={series}
            labels={periodLabels(filter)}
            isRunning={runningPart(filter) !== null}
          />
        </>
      )}
    </Card>
  );
}

function saveCsv(series: ChartSeries, filter: AnalyticsFilter): Promise<void> {
  const name = series.title.toLowerCase().replaceAll(' ', '-');
  const day = new Date().toISOString().slice(0, 10);
  const file = new Blob([chartCsv(series)], { type: 'text/csv' });
  return saveFile(new Response(file), `${name}-${rangeFileName(filter)}-${day}.csv`);
}

// Loaded lazily: the chart library is many times the size of the page.
const UsageLine = lazyComponent(() => import('./usage-line.tsx'), 'UsageLine');

type UsageChartsProps = { analytics: Analytics; filter: AnalyticsFilter };

type ChartCardProps = Omit<ChartSeries, 'points'> & {
  text: string;
  /** The part of the filter that this chart ignores. */
  note?: string | undefined;
  points: readonly ChartPoint[] | undefined;
  loading: boolean;
  filter: AnalyticsFilter;
};

function ChartTable({ series }: { series: ChartSeries }) {
  const { title, noun } = series;
  const rows = chartRows(series);
  const compared = rows.some(({ before }) => before);
  return (
    <ScrollArea.Root className="overflow-hidden rounded-control border border-line">
      <ScrollArea.Viewport aria-label={t('figures-of', { title })} role="region" className="h-42">
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead className="sticky top-0 bg-surface text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-start font-semibold">
                {t('when')}
              </th>
              <th scope="col" className="px-3 py-2 text-end font-semibold first-letter:uppercase">
                {noun}
              </th>
              {compared && (
                <th scope="col" className="px-3 py-2 text-end font-semibold">
                  {t('before')}
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row._id}>
                <th scope="row" className="px-3 py-1.5 text-start font-normal">
                  {row.label}
                  {row.runs && <span className="text-muted"> {t('so-far')}</span>}
                </th>
                <td className="px-3 py-1.5 text-end font-semibold">{row.count}</td>
                {compared && (
                  <td className="px-3 py-1.5 text-end text-muted">
                    {row.before &&
                      (isOfEveryDay(row.before) ? row.before.count : beforeText(row.before))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Viewport>
    </ScrollArea.Root>
  );
}
