import type { ChartPoint } from '@keydesk/shared/insight/analytics';
import { countScale, labelledPoints } from '@keydesk/shared/insight/analytics';
import { t } from '@keydesk/shared/texts/en/printed-reports';
import type { Content } from 'pdfmake/interfaces';
import { fontName } from '../../../core/files/fonts.ts';
import { fontRuns } from '../../../core/files/name-text.ts';
import { heading, look, note } from './elements.ts';
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

export function charts(report: ReportContent): Content[] {
  const { keyUsage, activeUsers, peakUsage, before, running, periodBefore } = report;
  const aboutRole = keysNote(report);
  return [
    heading(t('analytics')),
    note(t('legend', { running: running ?? 'none', periodBefore })),
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
}

/** The note on key figures while a role is selected, since keys have none. */
export function keysNote({ role }: ReportContent): string | undefined {
  return role === 'All' ? undefined : t('role-is-of-people');
}

type Chart = {
  points: Points;
  before: Points;
  lastIsRunning: boolean;
  remark?: string | undefined;
};

function titledChart(title: string, chart: Chart): Content {
  const max = maxCount(chart.points);
  return {
    unbreakable: true,
    stack: [
      {
        columns: [
          { text: title, style: 'subheading' },
          ...(max > 0
            ? [{ text: t('maximum', { max }), style: 'maximum', width: 'auto' } as const]
            : []),
        ],
      },
      ...(chart.remark ? [note(chart.remark)] : []),
      max > 0 ? { svg: lineChart(chart) } : { text: t('no-data-available'), style: 'empty' },
    ],
  };
}

/** SVG with grid and labels. */
function lineChart({ points, before, lastIsRunning }: Chart): string {
  const { top, ticks } = countScale(Math.max(maxCount(points), maxCount(before)));
  const step = (plotArea.right - plotArea.left) / Math.max(1, points.length - 1);
  const xOf = (index: number) => Math.round((plotArea.left + index * step) * 10) / 10;
  const yOf = (count: number) =>
    Math.round((plotArea.bottom - (count / top) * (plotArea.bottom - plotArea.top)) * 10) / 10;
  const places = (line: Points) => line.map(({ count }, index) => `${xOf(index)},${yOf(count)}`);
  const line = places(points);
  const last = points.length - 1;
  const complete = lastIsRunning ? line.slice(0, -1) : line;
  const right = xOf(complete.length - 1);
  const area = [`${plotArea.left},${plotArea.bottom}`, ...complete, `${right},${plotArea.bottom}`];
  const labelled = new Set(labelledPoints(points, maxLabels));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartSize.width} ${chartSize.height}" ` +
      `width="${chartSize.width}" height="${chartSize.height}">`,
    ...ticks.map((value) => gridLine(yOf(value), value)),
    `<polygon points="${area.join(' ')}" fill="${look.accentSoft}"/>`,
    polyline(places(before), `stroke="${look.pale}" stroke-width="0.9"`),
    polyline(complete, accentStroke),
    ...points.flatMap(({ count }, index) => {
      const running = lastIsRunning && index === last;
      return running || points.length <= maxDots ? [dot(xOf(index), yOf(count), running)] : [];
    }),
    ...points.flatMap((point, index) =>
      labelled.has(point)
        ? [svgText(xOf(index), plotArea.bottom + 12, point.period, anchorAt(index, last))]
        : [],
    ),
    '</svg>',
  ].join('');
}

function polyline(places: readonly string[], stroke: string): string {
  return `<polyline points="${places.join(' ')}" fill="none" ${stroke}/>`;
}

/** A ring marks a period that is still running. */
function dot(x: number, y: number, running: boolean): string {
  const paint = running ? `fill="#ffffff" ${accentStroke}` : `fill="${look.accent}"`;
  return `<circle cx="${x}" cy="${y}" r="${running ? 2.2 : 1.9}" ${paint}/>`;
}

/** Centred outer labels would be cut off. */
function anchorAt(index: number, last: number) {
  return index === 0 ? 'start' : index === last ? 'end' : 'middle';
}

function gridLine(y: number, value: number): string {
  return (
    `<line x1="${plotArea.left}" y1="${y}" x2="${plotArea.right}" y2="${y}" stroke="${look.line}" ` +
    `stroke-width="0.6"/>${svgText(plotArea.left - 5, y + 2.5, String(value), 'end')}`
  );
}

function svgText(x: number, y: number, label: string, anchor: 'start' | 'middle' | 'end') {
  return (
    `<text x="${x}" y="${y}" font-family="${fontFor(label)}" font-size="7" fill="${look.muted}" ` +
    `text-anchor="${anchor}">${escapeXml(label)}</text>`
  );
}

/** One font for a short label, which is that of its letters. */
function fontFor(label: string): string {
  const families = fontRuns(label, false).map(({ family }) => family.name);
  return families.find((name) => name !== fontName) ?? fontName;
}

function escapeXml(text: string): string {
  return text.replace(/[<&"]/g, (character) => xmlEscapes[character] ?? '');
}

const chartSize = { width: look.contentWidth, height: 128 };
const plotArea = { left: 30, right: chartSize.width - 8, top: 12, bottom: chartSize.height - 20 };
const maxLabels = 8;
const maxDots = 31;

const xmlEscapes: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;', '"': '&quot;' };

const accentStroke = `stroke="${look.accent}" stroke-width="1.4"`;
