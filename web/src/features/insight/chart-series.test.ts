import { describe, expect, it } from 'vitest';
import {
  beforeText,
  type ChartSeries,
  chartCsv,
  chartRows,
  highestPoint,
  pointLabel,
} from './chart-series.tsx';

function day(date: number, count: number) {
  return { _id: `2026-03-${date}`, period: `${date} Mar`, count };
}

const series: ChartSeries = {
  title: 'Key Usage Over Time',
  noun: 'keys handed out',
  points: [day(30, 4), day(31, 2)],
  before: [day(28, 3), day(29, 1)],
  running: 'today',
};

describe('the rows of a chart', () => {
  it('stand beside the same days of the period before, and the last one runs', () => {
    const rows = chartRows(series);
    expect(rows.map(({ label, before, runs }) => [label, before?.count, runs])).toEqual([
      ['30 Mar', 3, false],
      ['31 Mar', 1, true],
    ]);
  });

  it('are compared with nothing that has another length', () => {
    for (const before of [undefined, [day(29, 1)]])
      expect(chartRows({ ...series, before }).map((row) => row.before)).toEqual([null, null]);
  });

  it('all are over where a chart shows the hours of a day', () => {
    expect(chartRows({ ...series, running: null }).some(({ runs }) => runs)).toBe(false);
  });
});

describe('the previous period', () => {
  it('is named by its day, or as what it is', () => {
    expect(beforeText(day(28, 3))).toBe('3 on 28 Mar');
    expect(beforeText({ _id: '09', period: '09:00', count: 3 })).toBe('3 in the previous period');
  });
});

describe('the CSV file of a chart', () => {
  it('has a line for each point, and says which one is still running', () => {
    expect(chartCsv(series).split('\r\n')).toEqual([
      'When,Keys handed out,When (period before),Keys handed out (period before),Note',
      '2026-03-30,4,2026-03-28,3,',
      '2026-03-31,2,2026-03-29,1,still running',
      '',
    ]);
  });

  it('leaves empty what is not known', () => {
    expect(chartCsv({ ...series, before: undefined })).toContain('2026-03-30,4,,,\r\n');
  });
});

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
