import type { ChartPoint } from '@keydesk/shared/insight/analytics';
import { countScale, labelledPoints } from '@keydesk/shared/insight/analytics';
import { t } from '@keydesk/shared/texts/en/printed-reports';
import { type Drawing, drawLines } from '../../../core/files/draw-pdf.ts';
import { type Block, heading, note, paragraph, type Section, stack } from './elements.ts';
import { drawAtTheEnd, fromStart, look, text, widthOfText } from './page.ts';
import type { ReportContent } from './report-pdf.ts';

type Points = readonly ChartPoint[];

export function hasCharts({ keyUsage, activeUsers, peakUsage }: ReportContent): boolean {
  return [keyUsage.usageOverTime, peakUsage.hourlyUsage, activeUsers.loginActivity].some(
    (points) => maxCount(points) > 0,
  );
}

function maxCount(points: Points): number {
  return Math.max(0, ...points.map(({ count }) => count));
}

export function charts(report: ReportContent): Section[] {
  const { keyUsage, activeUsers, peakUsage, before, running, periodBefore } = report;
  const aboutRole = keysNote(report);
  const all = [
    titledChart(t('key-usage-over-time'), {
      points: keyUsage.usageOverTime,
      before: before.keyUsage.usageOverTime,
      lastIsRunning: running !== null,
      remark: aboutRole,
    }),
    titledChart(t('peak-usage-by-hour-of-the-day'), {
      points: peakUsage.hourlyUsage,
      before: before.peakUsage.hourlyUsage,
      lastIsRunning: false,
      remark: aboutRole,
    }),
    titledChart(t('active-users-trend'), {
      points: activeUsers.loginActivity,
      before: before.activeUsers.loginActivity,
      lastIsRunning: running !== null,
      remark: report.activeNote,
    }),
  ];
  const title = [
    heading(t('analytics')),
    note(t('legend', { running: running ?? 'none', periodBefore })),
  ];
  return all.map((chart, index) => ({ title: index === 0 ? [...title, chart] : [chart] }));
}

/** The note on key figures while a role is selected, since keys have none. */
export function keysNote({ role }: Pick<ReportContent, 'role'>): string | undefined {
  return role === null ? undefined : t('role-is-of-people');
}

type Chart = {
  points: Points;
  before: Points;
  lastIsRunning: boolean;
  remark?: string | undefined;
};

function titledChart(title: string, chart: Chart): Block {
  const max = maxCount(chart.points);
  const remark = chart.remark ? [note(chart.remark)] : [];
  if (max === 0) {
    const empty = paragraph(t('no-data-available'), { color: look.muted, before: 4, after: 4 });
    return stack(chartTitle(title), ...remark, empty);
  }
  return stack(chartTitle(title, t('maximum', { max })), ...remark, lineChart(chart));
}

function chartTitle(title: string, maximum = ''): Block {
  const most = text(maximum, { size: 8, color: look.muted });
  const width = look.contentWidth - widthOfText(most) - 12;
  const name = paragraph(title, { size: 9.5, bold: true, width, before: 10, after: 4 });
  return {
    height: name.height,
    draw(pdf, x, y) {
      name.draw(pdf, x, y);
      drawAtTheEnd(pdf, most, x + look.contentWidth, y + 11);
    },
  };
}

/** Lines with grid and labels. Time runs from left to right in every language. */
function lineChart(chart: Chart): Block {
  return {
    height: chartSize.height,
    draw: (pdf, x, y) => drawChart(pdf, chart, { x: fromStart(x, chartSize.width), y }),
  };
}

type Place = readonly [x: number, y: number];

function drawChart(
  pdf: Drawing,
  { points, before, lastIsRunning }: Chart,
  corner: { x: number; y: number },
): void {
  const { top, ticks } = countScale(Math.max(maxCount(points), maxCount(before)));
  const left = corner.x + plotArea.left;
  const bottom = corner.y + plotArea.bottom;
  const step = (plotArea.right - plotArea.left) / Math.max(1, points.length - 1);
  const xOf = (index: number) => left + index * step;
  const yOf = (count: number) => bottom - (count / top) * (plotArea.bottom - plotArea.top);
  const places = (line: Points): Place[] =>
    line.map(({ count }, index) => [xOf(index), yOf(count)]);
  for (const value of ticks) drawGridLine(pdf, left, yOf(value), value);
  const line = places(points);
  const complete = lastIsRunning ? line.slice(0, -1) : line;
  const area: Place[] = [[left, bottom], ...complete, [xOf(complete.length - 1), bottom]];
  trace(pdf, area)?.fill(look.accentSoft);
  trace(pdf, places(before))?.lineWidth(0.9).stroke(look.pale);
  trace(pdf, complete)?.lineWidth(accentWidth).stroke(look.accent);
  const last = points.length - 1;
  for (const [index, place] of line.entries()) {
    const running = lastIsRunning && index === last;
    if (running || points.length <= maxDots) drawDot(pdf, place, running);
  }
  const labelled = new Set(labelledPoints(points, maxLabels));
  for (const [index, point] of points.entries()) {
    // Centred outer labels would be cut off.
    const anchor = index === 0 ? 'start' : index === last ? 'end' : 'middle';
    if (labelled.has(point)) drawLabel(pdf, point.period, [xOf(index), bottom + 12], anchor);
  }
}

function trace(pdf: Drawing, [first, ...others]: readonly Place[]): Drawing | undefined {
  if (!first) return;
  pdf.moveTo(...first);
  for (const place of others) pdf.lineTo(...place);
  return pdf;
}

/** A ring marks a period that is still running. */
function drawDot(pdf: Drawing, [x, y]: Place, running: boolean): void {
  if (running) pdf.circle(x, y, 2.2).lineWidth(accentWidth).fillAndStroke('#ffffff', look.accent);
  else pdf.circle(x, y, 1.9).fill(look.accent);
}

function drawGridLine(pdf: Drawing, left: number, y: number, value: number): void {
  const right = left + plotArea.right - plotArea.left;
  pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(look.line);
  drawLabel(pdf, String(value), [left - 5, y + 2.5], 'end');
}

const anchors = { start: 0, middle: 0.5, end: 1 };

/** On the baseline `y`. */
function drawLabel(pdf: Drawing, label: string, [x, y]: Place, anchor: keyof typeof anchors): void {
  const { lines, color } = text(label, { size: 7, color: look.muted });
  for (const line of lines)
    drawLines(pdf, [line], { x: x - anchors[anchor] * line.width, y: y - line.ascent, color });
}

const chartSize = { width: look.contentWidth, height: 128 };
const plotArea = { left: 30, right: chartSize.width - 8, top: 12, bottom: chartSize.height - 20 };
const maxLabels = 8;
const maxDots = 31;
const accentWidth = 1.4;
