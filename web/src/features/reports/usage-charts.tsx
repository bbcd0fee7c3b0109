import { ScrollArea } from '@base-ui/react/scroll-area';
import type { ChartPoint } from '@keydesk/shared/analytics/analytics';
import { ChartLine, ChartNoAxesColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Card, EmptyState } from '../../ui/page.tsx';
import { highestPoint, pointLabel } from './highest-point.ts';
import type { Analytics } from './queries.ts';

/** The three charts, each with its figures as a table on demand. */
export function UsageCharts({ analytics }: { analytics: Analytics }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ChartCard
        title="Peak Usage Analytics"
        text="Keys handed out by hour of the day"
        points={analytics.peakUsage?.hourlyUsage}
        loading={analytics.loading}
        noun="keys handed out"
      />
      <ChartCard
        title="Active Users Trend"
        text="Login activity"
        points={analytics.activeUsers?.loginActivity}
        loading={analytics.loading}
        noun="people signed in"
      />
      <ChartCard
        title="Key Usage Over Time"
        text="Keys handed out"
        points={analytics.keyUsage?.usageOverTime}
        loading={analytics.loading}
        noun="keys handed out"
        className="lg:col-span-2"
      />
    </div>
  );
}

/** One chart with its maximum, or the same figures as a table. */
function ChartCard({ title, text, points, loading, noun, className }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const highest = highestPoint(points ?? []);
  const showSkeleton = loading && !points;
  return (
    <Card aria-label={title} className={classNames('min-w-0 p-4 sm:p-5', className)}>
      <header className="mb-2 flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-sm text-muted">{text}</p>
        </div>
        {highest && (
          <p className="shrink-0 text-right text-sm text-muted tabular-nums">
            <span className="block">
              Max <span className="text-base font-semibold text-ink">{highest.count}</span>
            </span>
            <span className="block">{pointLabel(highest)}</span>
          </p>
        )}
        {highest && (
          <IconButton
            label={asTable ? 'Show as chart' : 'Show as table'}
            icon={asTable ? <ChartLine /> : <Table2 />}
            onClick={() => setAsTable(!asTable)}
            className="-mt-1.5 -mr-2"
          />
        )}
      </header>
      {showSkeleton && <Skeleton className="h-60" />}
      {!showSkeleton && !highest && (
        <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title="No data available" />
      )}
      {points && highest && asTable && <PointTable title={title} points={points} noun={noun} />}
      {points && highest && !asTable && (
        <UsageLine
          title={title}
          points={points}
          noun={noun}
          whileLoading={<Skeleton className="h-60" />}
        />
      )}
    </Card>
  );
}

/** The figures of a chart as a table. */
function PointTable({ title, points, noun }: PointTableProps) {
  return (
    <ScrollArea.Root className="overflow-hidden rounded-control border border-line">
      <ScrollArea.Viewport aria-label={`${title}, figures`} role="region" className="h-60">
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead className="sticky top-0 bg-surface text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                When
              </th>
              <th scope="col" className="px-3 py-2 text-right font-medium first-letter:uppercase">
                {noun}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {points.map((point) => (
              <tr key={point._id}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {pointLabel(point)}
                </th>
                <td className="px-3 py-1.5 text-right font-medium">{point.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Viewport>
    </ScrollArea.Root>
  );
}

// Loaded lazily: the chart library is many times the size of the page.
const UsageLine = lazyComponent(() =>
  import('./usage-line.tsx').then((module) => module.UsageLine),
);

type ChartCardProps = {
  title: string;
  text: string;
  /** Undefined while they load. */
  points: readonly ChartPoint[] | undefined;
  loading: boolean;
  /** What the points count. */
  noun: string;
  className?: string;
};

type PointTableProps = { title: string; points: readonly ChartPoint[]; noun: string };
