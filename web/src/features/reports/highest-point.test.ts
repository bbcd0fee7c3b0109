import { describe, expect, it } from 'vitest';
import { highestPoint, pointLabel } from './highest-point.ts';

function point(period: string, count: number) {
  return { _id: `id of ${period}`, period, count };
}

describe('the highest point of a chart', () => {
  it('is the first of several as high', () => {
    const points = [point('Mon', 3), point('Tue', 9), point('Wed', 9)];
    expect(highestPoint(points)).toBe(points[1]);
  });

  it('is none where nothing happened', () => {
    expect(highestPoint([])).toBeNull();
    expect(highestPoint([point('Mon', 0)])).toBeNull();
  });
});

describe('a point', () => {
  it('is called by its period, else by its id', () => {
    expect(pointLabel(point('10:00', 1))).toBe('10:00');
    expect(pointLabel(point('', 1))).toBe('id of ');
  });
});
