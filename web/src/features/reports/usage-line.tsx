import type { ChartPoint } from '@keydesk/shared/analytics/analytics';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { highestPoint, pointLabel } from './highest-point.ts';

type UsageLineProps = { title: string; points: readonly ChartPoint[]; noun: string };

const tickStyle = { fill: 'var(--muted)', fontSize: 12 };

/** Counts over time as a line chart; arrow keys move from point to point. */
export function UsageLine({ title, points, noun }: UsageLineProps) {
  const highest = highestPoint(points);
  return (
    <LineChart
      responsive
      data={points as ChartPoint[]}
      title={title}
      margin={{ top: 12, right: 12, bottom: 0, left: 0 }}
      style={{ width: '100%', height: '15rem' }}
      className="[&_svg]:rounded-control [&_svg:focus:not(:focus-visible)]:outline-none"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey={pointLabel}
        tick={tickStyle}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        tickMargin={8}
        minTickGap={16}
        interval="preserveStartEnd"
        height={32}
      />
      <YAxis tick={tickStyle} tickLine={false} axisLine={false} allowDecimals={false} width={36} />
      <Tooltip
        content={(props) => <PointTooltip {...props} noun={noun} />}
        cursor={{ stroke: 'var(--line-strong)', strokeDasharray: '3 3' }}
      />
      <Line
        type="monotone"
        dataKey="count"
        stroke="var(--accent)"
        strokeWidth={2.5}
        dot={points.length <= 31 ? { r: 2.5, fill: 'var(--accent)', strokeWidth: 0 } : false}
        activeDot={{ r: 5, fill: 'var(--accent)', stroke: 'var(--surface)', strokeWidth: 2 }}
        animationDuration={400}
      />
      {highest && (
        <ReferenceDot
          x={pointLabel(highest)}
          y={highest.count}
          r={5.5}
          fill="var(--surface)"
          stroke="var(--accent)"
          strokeWidth={2.5}
        />
      )}
    </LineChart>
  );
}

function PointTooltip({ noun, active, payload }: Partial<TooltipContentProps> & { noun: string }) {
  const point: ChartPoint | undefined = active ? payload?.[0]?.payload : undefined;
  return (
    <div role="status">
      {point && (
        <div className="rounded-control border border-line bg-raised px-3 py-2 text-sm text-ink shadow-float">
          <p className="text-muted">{pointLabel(point)}</p>
          <p className="font-semibold tabular-nums">
            {point.count} {noun}
          </p>
        </div>
      )}
    </div>
  );
}
