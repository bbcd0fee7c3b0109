import type { ChartPoint } from '@keydesk/shared/analytics/analytics';
import { fontName } from '../../../pdf/fonts.ts';
import { look } from './look.ts';
import { scaleFor } from './scale.ts';

const size = { width: look.contentWidth, height: 128 };
const plot = { left: 30, right: size.width - 8, top: 12, bottom: size.height - 20 };
const mostLabels = 8;
const mostDots = 31;

const escapes: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[<&"]/g, (sign) => escapes[sign] ?? '');

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end') =>
  `<text x="${x}" y="${y}" font-family="${fontName}" font-size="7" fill="${look.muted}" ` +
  `text-anchor="${anchor}">${escaped(words)}</text>`;

const gridLine = (y: number, value: number): string =>
  `<line x1="${plot.left}" y1="${y}" x2="${plot.right}" y2="${y}" stroke="${look.line}" ` +
  `stroke-width="0.6"/>${text(plot.left - 5, y + 2.5, String(value), 'end')}`;

/** A line over the points of a chart, as a vector picture with a grid and labels. */
export const lineChart = (points: readonly ChartPoint[]): string => {
  const { top: most, ticks } = scaleFor(Math.max(0, ...points.map(({ count }) => count)));
  const step = (plot.right - plot.left) / Math.max(1, points.length - 1);
  const xOf = (index: number) => Math.round((plot.left + index * step) * 10) / 10;
  const yOf = (count: number) =>
    Math.round((plot.bottom - (count / most) * (plot.bottom - plot.top)) * 10) / 10;
  const line = points.map(({ count }, index) => `${xOf(index)},${yOf(count)}`).join(' ');
  const area = `${plot.left},${plot.bottom} ${line} ${xOf(points.length - 1)},${plot.bottom}`;
  const labelEvery = Math.ceil(points.length / mostLabels);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" ` +
      `width="${size.width}" height="${size.height}">`,
    ...ticks.map((value) => gridLine(yOf(value), value)),
    `<polygon points="${area}" fill="${look.accentSoft}"/>`,
    `<polyline points="${line}" fill="none" stroke="${look.accent}" stroke-width="1.4"/>`,
    ...(points.length > mostDots ? [] : points).map(
      ({ count }, index) =>
        `<circle cx="${xOf(index)}" cy="${yOf(count)}" r="1.9" fill="${look.accent}"/>`,
    ),
    ...points.flatMap(({ period }, index) =>
      index % labelEvery === 0
        ? [text(xOf(index), plot.bottom + 12, period, index === 0 ? 'start' : 'middle')]
        : [],
    ),
    '</svg>',
  ].join('');
};
