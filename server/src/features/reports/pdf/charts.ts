import type { ChartPoint } from '@keydesk/shared/analytics/analytics';
import type { Content } from 'pdfmake/interfaces';
import { fontName } from '../../../platform/pdf/fonts.ts';
import { heading, look } from './elements.ts';
import type { ReportContent } from './report-content.ts';

type Points = readonly ChartPoint[];

/** Whether any chart has data. */
export function hasCharts({ keyUsage, activeUsers, peakUsage }: ReportContent): boolean {
  return [keyUsage.usageOverTime, peakUsage.hourlyUsage, activeUsers.loginActivity].some(
    (points) => maxCount(points) > 0,
  );
}

function maxCount(points: Points): number {
  return Math.max(0, ...points.map(({ count }) => count));
}

/** The three charts of the screen, as SVG. */
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

/** A line chart with a grid and labels, as SVG. */
function lineChart(points: readonly ChartPoint[]): string {
  const { top: max, ticks } = scaleFor(Math.max(0, ...points.map(({ count }) => count)));
  const step = (plotArea.right - plotArea.left) / Math.max(1, points.length - 1);
  const xOf = (index: number) => Math.round((plotArea.left + index * step) * 10) / 10;
  const yOf = (count: number) =>
    Math.round((plotArea.bottom - (count / max) * (plotArea.bottom - plotArea.top)) * 10) / 10;
  const line = points.map(({ count }, index) => `${xOf(index)},${yOf(count)}`).join(' ');
  const area = `${plotArea.left},${plotArea.bottom} ${line} ${xOf(points.length - 1)},${plotArea.bottom}`;
  const labelEvery = Math.ceil(points.length / maxLabels);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartSize.width} ${chartSize.height}" ` +
      `width="${chartSize.width}" height="${chartSize.height}">`,
    ...ticks.map((value) => gridLine(yOf(value), value)),
    `<polygon points="${area}" fill="${look.accentSoft}"/>`,
    `<polyline points="${line}" fill="none" stroke="${look.accent}" stroke-width="1.4"/>`,
    ...(points.length > maxDots ? [] : points).map(
      ({ count }, index) =>
        `<circle cx="${xOf(index)}" cy="${yOf(count)}" r="1.9" fill="${look.accent}"/>`,
    ),
    ...points.flatMap(({ period }, index) =>
      index % labelEvery === 0
        ? [svgText(xOf(index), plotArea.bottom + 12, period, index === 0 ? 'start' : 'middle')]
        : [],
    ),
    '</svg>',
  ].join('');
}

/** The upper end of an axis that includes `max`, and the round values of its grid lines. */
function scaleFor(max: number): { top: number; ticks: number[] } {
  const step = stepFor(max, 4);
  const count = Math.max(1, Math.ceil(max / step));
  return {
    top: step * count,
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
  };
}

function stepFor(max: number, lines: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of steps) if (step * power * lines >= max) return step * power;
}

function gridLine(y: number, value: number): string {
  return (
    `<line x1="${plotArea.left}" y1="${y}" x2="${plotArea.right}" y2="${y}" stroke="${look.line}" ` +
    `stroke-width="0.6"/>${svgText(plotArea.left - 5, y + 2.5, String(value), 'end')}`
  );
}

function svgText(x: number, y: number, label: string, anchor: 'start' | 'middle' | 'end') {
  return (
    `<text x="${x}" y="${y}" font-family="${fontName}" font-size="7" fill="${look.muted}" ` +
    `text-anchor="${anchor}">${escapeXml(label)}</text>`
  );
}

function escapeXml(text: string): string {
  return text.replace(/[<&"]/g, (character) => xmlEscapes[character] ?? '');
}

const chartSize = { width: look.contentWidth, height: 128 };
const plotArea = { left: 30, right: chartSize.width - 8, top: 12, bottom: chartSize.height - 20 };
const maxLabels = 8;
const maxDots = 31;

const xmlEscapes: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;', '"': '&quot;' };

/** Round steps, times powers of ten. */
const steps = [1, 2, 5];
