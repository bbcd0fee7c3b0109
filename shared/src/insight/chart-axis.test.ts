import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countScale, labelledPoints } from './analytics.ts';

describe('the axis of counts', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [7, [0, 2, 4, 6, 8]],
    [23, [0, 10, 20, 30]],
    [61, [0, 20, 40, 60, 80]],
    [1_370, [0, 500, 1_000, 1_500]],
  ])('up to %d has the ticks %j', (max, ticks) => {
    expect(countScale(max)).toEqual({ top: ticks.at(-1), ticks });
  });

  test('has round and even ticks, few of them, and little room above the highest count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (max) => {
        const { top, ticks } = countScale(max);
        const step = ticks[1] ?? 0;
        expect(String(step)).toMatch(/^[125]0*$/);
        expect(ticks).toEqual(ticks.map((_, index) => index * step));
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(top).toBeGreaterThanOrEqual(max);
        expect(top - max).toBeLessThan(max === 0 ? 2 : step);
      }),
    );
  });
});

function days(count: number) {
  return Array.from({ length: count }, (_, index) => ({ period: `day ${index}` }));
}

function hours(count: number, first = 0) {
  return Array.from({ length: count }, (_, index) => ({
    period: `${String((first + index) % 24).padStart(2, '0')}:00`,
  }));
}

describe('the labels along a chart', () => {
  test('are round hours, wherever the chart begins', () => {
    const labels = (first: number, most: number) =>
      labelledPoints(hours(24, first), most).map(({ period }) => period);
    expect(labels(0, 8)).toEqual('00 03 06 09 12 15 18 21'.split(' ').map((hour) => `${hour}:00`));
    expect(labels(11, 4)).toEqual(['12:00', '18:00', '00:00', '06:00']);
  });

  test.each([
    [7, 8, 1],
    [7, 4, 2],
    [30, 8, 5],
    [30, 4, 10],
    [90, 8, 14],
  ])('of %d days with room for %d are those every %d days before today', (count, most, step) => {
    const points = days(count);
    const labels = labelledPoints(points, most).map((point) => points.indexOf(point));
    expect(labels.at(-1)).toBe(count - 1);
    for (const [index, label] of labels.slice(1).entries())
      expect(label - (labels[index] ?? 0)).toBe(step);
  });

  test('are never more than there is room for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 4, max: 12 }),
        (count, most) => {
          expect(labelledPoints(days(count), most).length).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});
