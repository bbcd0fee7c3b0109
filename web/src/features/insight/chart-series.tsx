import { capitalized } from '@keydesk/shared/core/text';
import type { ChartPoint } from '@keydesk/shared/insight/analytics';
import { t } from '@keydesk/shared/texts/en/analytics';
import type { ReactNode } from 'react';

export type ChartSeries = {
  title: string;
  /** What the points count: 'keys handed out'. */
  noun: string;
  points: readonly ChartPoint[];
  /** The period before, with as many points; undefined until loaded. */
  before: readonly ChartPoint[] | undefined;
  /** What the last point covers while it is incomplete; null if it is complete. */
  running: 'today' | 'this hour' | null;
};

/** A point with the one it is compared to; `runs` marks an incomplete one. */
export type ChartRow = ChartPoint & { label: string; before: ChartPoint | null; runs: boolean };

/** In order, each with the same day or hour of the period before. */
export function chartRows({ points, before, running }: ChartSeries): ChartRow[] {
  const comparable = before?.length === points.length ? before : undefined;
  return points.map((point, index) => ({
    ...point,
    label: pointLabel(point),
    before: comparable?.[index] ?? null,
    runs: running !== null && index === points.length - 1,
  }));
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** Whether a point is an hour over all days, without a date of its own. */
export function isOfEveryDay({ _id }: ChartPoint): boolean {
  return /^\d\d$/.test(_id);
}

/** '9 on 19 Mar', or '9 in the period before'. */
export function beforeText({ _id, period, count }: ChartPoint): string {
  return dayPattern.test(_id) ? t('count-on', { count, period }) : t('count-before', { count });
}

/** The figures as CSV, with ISO dates and times. */
export function chartCsv(series: ChartSeries): string {
  const what = capitalized(series.noun);
  const time = (point: ChartPoint) => (isOfEveryDay(point) ? point.period : point._id);
  const lines = chartRows(series).map((row) => [
    time(row),
    row.count,
    row.before ? time(row.before) : '',
    row.before?.count ?? '',
    row.runs ? t('still-running') : '',
  ]);
  const head = [t('when'), what, t('when-before'), t('noun-before', { noun: what }), t('note')];
  return [head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

export function pointLabel(point: ChartPoint): string {
  return point.period || point._id;
}

/** The first of the highest points; null if all are zero. */
export function highestPoint(points: readonly ChartPoint[]): ChartPoint | null {
  return points.reduce<ChartPoint | null>(
    (highest, point) => (point.count > (highest?.count ?? 0) ? point : highest),
    null,
  );
}

type ChartLegendProps = {
  series: ChartSeries;
  /** 'Last 7 days' and 'the 7 days before'. */
  labels: { current: string; before: string };
  /** Whether the range is incomplete, so that the period before is counted up to the same time. */
  isRunning: boolean;
};

export function ChartLegend({ series, labels, isRunning }: ChartLegendProps) {
  const { before, running } = series;
  return (
    <ul aria-label={t('legend')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <LegendItem sign={<SampleLine {...lineStyles.complete} />}>{labels.current}</LegendItem>
      {running && (
        <LegendItem sign={<circle cx="10" cy="4" r="3" {...hollow} />}>
          {running === 'today' ? t('today-so-far') : t('this-hour-so-far')}
        </LegendItem>
      )}
      {before && (
        <LegendItem sign={<SampleLine {...lineStyles.previous} />}>
          <span className="inline-block first-letter:uppercase">
            {isRunning ? t('up-to-this-time', labels) : labels.before}
          </span>
        </LegendItem>
      )}
    </ul>
  );
}

function LegendItem({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden viewBox="0 0 20 8" className="h-2 w-5 shrink-0">
        {sign}
      </svg>
      <span>{children}</span>
    </li>
  );
}

function SampleLine(style: LineStyle) {
  return <line x1="0" y1="4" x2="20" y2="4" {...style} />;
}

type LineStyle = { stroke: string; strokeWidth: number };

export const lineStyles = {
  complete: { stroke: 'var(--accent)', strokeWidth: 2 },
  previous: { stroke: 'var(--line-strong)', strokeWidth: 1.5 },
} satisfies Record<string, LineStyle>;

/** A point that is still running. */
export const hollow = { fill: 'var(--surface)', stroke: 'var(--accent)', strokeWidth: 2 };
