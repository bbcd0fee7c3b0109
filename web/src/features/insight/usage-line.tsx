import { countScale, labelledPoints } from '@keydesk/shared/insight/analytics';
import { t } from '@keydesk/shared/texts/en/analytics';
import { useSyncExternalStore } from 'react';
import {
  CartesianGrid,
  Label,
  Line,
  LineChart,
  ReferenceDot,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import {
  beforeText,
  type ChartRow,
  type ChartSeries,
  chartRows,
  highestPoint,
  hollow,
  lineStyles,
} from './chart-series.tsx';

/** The counts of a point per line; null where a line does not reach it. */
type LinePoint = ChartRow & { complete: number | null; previous: number | null };

/**
 * Straight lines from point to point: the complete points, and the period before. The highest point
 * is named, an incomplete one is hollow and apart. Arrow keys move between points.
 */
export function UsageLine({ series }: { series: ChartSeries }) {
  const points = linePoints(chartRows(series));
  const scale = countScale(
    Math.max(...points.map(({ count, before }) => Math.max(count, before?.count ?? 0))),
  );
  const highest = highestPoint(points);
  const running = points.find(({ runs }) => runs);
  const rem = useSyncExternalStore(onResize, readTextSize);
  const labels = new Map(points.map(({ _id, label }) => [_id, label]));
  return (
    // Time runs to the right in every language.
    <div dir="ltr">
      <LineChart
        responsive
        data={points}
        title={series.title}
        margin={{ top: 1.25 * rem, right: 1.5 * rem, bottom: 0, left: 0 }}
        style={{ width: '100%', height: '10.5rem' }}
        className="[&_svg]:rounded-control [&_svg:focus:not(:focus-visible)]:outline-none"
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="_id"
          tick={tickStyle}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          tickMargin={8}
          minTickGap={4}
          ticks={labelledPoints(points, mostLabels).map(({ _id }) => _id)}
          tickFormatter={(id: string) => labels.get(id) ?? id}
          interval="preserveEnd"
          padding={{ left: rem / 2 }}
          height={2.25 * rem}
        />
        <YAxis
          tick={tickStyle}
          tickLine={false}
          axisLine={false}
          domain={[0, scale.top]}
          ticks={scale.ticks}
          interval={0}
          width="auto"
        />
        <Tooltip
          content={(props) => <PointTooltip {...props} noun={series.noun} />}
          filterNull={false}
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)', strokeDasharray: '3 3' }}
        />
        {points.some(({ previous }) => previous !== null) && (
          <Line {...lineProps} dataKey="previous" {...lineStyles.previous} activeDot={false} />
        )}
        <Line
          {...lineProps}
          dataKey="complete"
          {...lineStyles.complete}
          dot={points.length <= 31 && { r: 2.5, fill: 'var(--accent)', strokeWidth: 0 }}
          activeDot={activeDot}
        />
        {highest && (
          <ReferenceDot {...maximum} x={highest._id} y={highest.count}>
            <Label value={highest.count} position="top" {...maximumLabel} />
          </ReferenceDot>
        )}
        {running && <ReferenceDot {...hollow} x={running._id} y={running.count} r={4} />}
      </LineChart>
    </div>
  );
}

function linePoints(rows: readonly ChartRow[]): LinePoint[] {
  return rows.map((row) => ({
    ...row,
    complete: row.runs ? null : row.count,
    previous: row.before?.count ?? null,
  }));
}

function PointTooltip({ noun, active, payload }: Partial<TooltipContentProps> & { noun: string }) {
  const point: LinePoint | undefined = active ? payload?.[0]?.payload : undefined;
  return (
    <div role="status">
      {point && (
        <div
          dir="auto"
          className="rounded-control border border-line bg-raised px-3 py-2 text-sm text-ink shadow-float"
        >
          <p className="text-muted">
            {point.label}
            {point.runs && ` ${t('so-far')}`}
          </p>
          <p className="font-semibold tabular-nums">
            {point.count} {noun}
          </p>
          {point.before && <p className="text-muted tabular-nums">{beforeText(point.before)}</p>}
        </div>
      )}
    </div>
  );
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

function readTextSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

const tickStyle = { fill: 'var(--muted)', fontSize: '0.75rem' };
const lineProps = { type: 'linear', dot: false, isAnimationActive: false } as const;
const activeDot = { r: 5, fill: 'var(--accent)', stroke: 'var(--surface)', strokeWidth: 2 };
const maximum = { r: 4, fill: 'var(--accent)', stroke: 'none' };
const maximumLabel = { fill: 'var(--ink)', fontSize: '0.75rem', fontWeight: 600 };
/** Along the days or hours. */
const mostLabels = 4;
