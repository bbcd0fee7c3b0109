import type { ChartPoint } from '@keydesk/shared/analytics/analytics';

/** The label of a point on the axis. */
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
