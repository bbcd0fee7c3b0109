import type { ChartPoint } from './analytics.ts';

/** The upper end of an axis that includes `max`, and its round ticks from 0 on. */
export function countScale(max: number): { top: number; ticks: number[] } {
  const step = countStep(max);
  const count = Math.max(1, Math.ceil(max / step));
  return {
    top: step * count,
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
  };
}

/** The smallest of 1, 2, 5, 10, 20, 50 and so on with which few ticks reach `max`. */
function countStep(max: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (step * power * maxSteps >= max) return step * power;
}

const maxSteps = 4;

/**
 * The points of a chart that get a label, at most `most` of them: round hours, or every so many days
 * counted back from the last one, which is today.
 */
export function labelledPoints<P extends Pick<ChartPoint, 'period'>>(
  points: readonly P[],
  most: number,
): P[] {
  const ofHours = points.every(({ period }) => /^\d\d:\d\d$/.test(period));
  const steps = ofHours ? hourSteps : daySteps;
  const fits = steps.find((step) => Math.ceil(points.length / step) <= most);
  const step = fits ?? steps.at(-1) ?? 1;
  return points.filter(({ period }, index) =>
    ofHours ? isRoundHour(period, step) : (points.length - 1 - index) % step === 0,
  );
}

function isRoundHour(period: string, step: number): boolean {
  return Number(period.slice(0, 2)) % step === 0 && period.endsWith(':00');
}

const hourSteps = [1, 2, 3, 6, 12];
const daySteps = [1, 2, 5, 7, 10, 14, 30];
