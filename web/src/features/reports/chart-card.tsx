import type { ChartPoint } from '@keydesk/shared/analytics/analytics';
import { ChartLine, ChartNoAxesColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { highestPoint, labelOf } from './highest-point.ts';
import { PointTable } from './point-table.tsx';

// The chart library is many times the size of the page; figures do not wait for it.
const UsageLine = late(() => import('./usage-line.tsx').then((module) => module.UsageLine));

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

/** One chart with its maximum, and its figures as a table on demand. */
export const ChartCard = ({ title, text, points, loading, noun, className }: ChartCardProps) => {
  const [asTable, setAsTable] = useState(false);
  const highest = highestPoint(points ?? []);
  const waiting = loading && !points;
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
            <span className="block">{labelOf(highest)}</span>
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
      {waiting && <Skeleton className="h-60" />}
      {!waiting && !highest && (
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
};
