import type { ReactNode } from 'react';
import type { ChartSeries } from './chart-series.ts';

type ChartLegendProps = {
  series: ChartSeries;
  /** 'Last 7 days' and 'the 7 days before'. */
  labels: { current: string; before: string };
};

/** Says which line is which. */
export function ChartLegend({ series: { before, running }, labels }: ChartLegendProps) {
  return (
    <ul aria-label="Legend" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <LegendItem lineStyle={lineStyles.complete}>{labels.current}</LegendItem>
      {running && (
        <LegendItem lineStyle={lineStyles.running}>
          {running === 'today' ? 'Today so far' : 'This hour so far'}
        </LegendItem>
      )}
      {before && (
        <LegendItem lineStyle={lineStyles.previous}>
          <span className="inline-block first-letter:uppercase">
            {labels.before}, up to this time
          </span>
        </LegendItem>
      )}
    </ul>
  );
}

function LegendItem({ lineStyle, children }: { lineStyle: LineStyle; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden viewBox="0 0 20 6" className="h-1.5 w-5 shrink-0">
        <line x1="0" y1="3" x2="20" y2="3" {...lineStyle} />
      </svg>
      <span>{children}</span>
    </li>
  );
}

type LineStyle = { stroke: string; strokeWidth: number; strokeDasharray?: string };

/** The strokes of a chart's lines. */
export const lineStyles = {
  complete: { stroke: 'var(--accent)', strokeWidth: 2.5 },
  running: { stroke: 'var(--accent)', strokeWidth: 2.5, strokeDasharray: '4 4' },
  previous: { stroke: 'var(--line-strong)', strokeWidth: 1.5 },
} satisfies Record<string, LineStyle>;
