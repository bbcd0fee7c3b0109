import type { ChartPoint } from '@keydesk/shared/analytics/analytics';

/** What a point is called on the axis. */
export const labelOf = (point: ChartPoint): string => point.period || point._id;

/** The first of the highest points; null where nothing happened. */
export const highestPoint = (points: readonly ChartPoint[]): ChartPoint | null =>
  points.reduce<ChartPoint | null>(
    (highest, point) => (point.count > (highest?.count ?? 0) ? point : highest),
    null,
  );
