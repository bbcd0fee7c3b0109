import type { ChartPoint } from '@keydesk/shared/analytics/analytics';
import type { Content } from 'pdfmake/interfaces';
import { fontName } from '../../../platform/pdf/fonts.ts';
import { heading, look } from './elements.ts';
import type { ReportContent } from './report-content.ts';

type Points = readonly ChartPoint[];

/** Whether a chart has anything to show. */
export function hasCharts({ keyUsage, activeUsers, peakUsage }: ReportContent): boolean {
  return [keyUsage.usageOverTime, peakUsage.hourlyUsage, activeUsers.loginActivity].some(
    (points) => maxCount(points) > 0,
  );
}

function maxCount(points: Points): number {
  return Math.max(0, ...points.map(({ count }) => count));
}

/** The three charts of the screen, as vector pictures. */
export function charts({ keyUsage, activeUsers, peakUsage }: ReportContent): Content[] {
  return [
    heading('Analytics'),
    titledChart('Key usage over time', keyUsage.usageOverTime),
    titledChart('Peak usage by hour of the day', peakUsage.hourlyUsage),
    titledChart('Active users trend', activeUsers.loginActivity),
  ];
}

function titledChart(title: string, points: Points): Content {
  return {
    unbreakable: true,
    stack: [
      {
        columns: [
          { text: title, style: 'subheading' },
          ...(maxCount(points) > 0
            ? [{ text: `Maximum: ${maxCount(points)}`, style: 'maximum', width: 'auto' } as const]
            : []),
        ],
      },
      maxCount(points) > 0
        ? { svg: lineChart(points) }
        : { text: 'No data available', style: 'empty' },
    ],
  };
}

/** A line over the points of a chart, as a vector picture with a grid and labels. */
function lineChart(points: readonly ChartPoint[]): string {
  const { top: most, ticks } = scaleFor(Math.max(0, ...points.map(({ count }) => count)));
  const step = (plotArea.right - plotArea.left) / Math.max(1, points.length - 1);
  const xOf = (index: number) => Math.round((plotArea.left + index * step) * 10) / 10;
  const yOf = (count: number) =>
    Math.round((plotArea.bottom - (count / most) * (plotArea.bottom - plotArea.top)) * 10) / 10;
  const line = points.map(({ count }, index) => `${xOf(index)},${yOf(count)}`).join(' ');
  const area = `${plotArea.left},${plotArea.bottom} ${line} ${xOf(points.length - 1)},${plotArea.bottom}`;
  const labelEvery = Math.ceil(points.length / maxLabels);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" ` +
      `width="${size.width}" height="${size.height}">`,
    ...ticks.map((value) => gridLine(yOf(value), value)),
    `<polygon points="${area}" fill="${look.accentSoft}"/>`,
    `<polyline points="${line}" fill="none" stroke="${look.accent}" stroke-width="1.4"/>`,
    ...(points.length > maxDots ? [] : points).map(
      ({ count }, index) =>
        `<circle cx="${xOf(index)}" cy="${yOf(count)}" r="1.9" fill="${look.accent}"/>`,
    ),
    ...points.flatMap(({ period }, index) =>
      index % labelEvery === 0
        ? [text(xOf(index), plotArea.bottom + 12, period, index === 0 ? 'start' : 'middle')]
        : [],
    ),
    '</svg>',
  ].join('');
}

/** The upper end of an axis that reaches `most`, and the round values at its grid lines. */
function scaleFor(most: number): { top: number; ticks: number[] } {
  const step = stepFor(most, 4);
  const count = Math.max(1, Math.ceil(most / step));
  return {
    top: step * count,
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
  };
}

function stepFor(most: number, lines: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of steps) if (step * power * lines >= most) return step * power;
}

function gridLine(y: number, value: number): string {
  return (
    `<line x1="${plotArea.left}" y1="${y}" x2="${plotArea.right}" y2="${y}" stroke="${look.line}" ` +
    `stroke-width="0.6"/>${text(plotArea.left - 5, y + 2.5, String(value), 'end')}`
  );
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end') {
  return (
    `<text x="${x}" y="${y}" font-family="${fontName}" font-size="7" fill="${look.muted}" ` +
    `text-anchor="${anchor}">${escapeXml(words)}</text>`
  );
}

function escapeXml(text: string): string {
  return text.replace(/[<&"]/g, (sign) => xmlEscapes[sign] ?? '');
}

const size = { width: look.contentWidth, height: 128 };
const plotArea = { left: 30, right: size.width - 8, top: 12, bottom: size.height - 20 };
const maxLabels = 8;
const maxDots = 31;

const xmlEscapes: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;', '"': '&quot;' };

/** Steps that people count in. */
const steps = [1, 2, 5];
