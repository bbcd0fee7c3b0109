import type { ChartPoint } from '@keydesk/shared/analytics/analytics';
import type { Content } from 'pdfmake/interfaces';
import { heading } from './heading.ts';
import { lineChart } from './line-chart.ts';
import type { ReportContent } from './report-content.ts';

type Points = readonly ChartPoint[];

const mostOf = (points: Points): number => Math.max(0, ...points.map(({ count }) => count));

const chart = (title: string, points: Points): Content => ({
  unbreakable: true,
  stack: [
    {
      columns: [
        { text: title, style: 'subheading' },
        ...(mostOf(points) > 0
          ? [{ text: `Maximum: ${mostOf(points)}`, style: 'maximum', width: 'auto' } as const]
          : []),
      ],
    },
    mostOf(points) > 0 ? { svg: lineChart(points) } : { text: 'No data available', style: 'empty' },
  ],
});

/** Whether a chart has anything to show. */
export const hasCharts = ({ keyUsage, activeUsers, peakUsage }: ReportContent): boolean =>
  [keyUsage.usageOverTime, peakUsage.hourlyUsage, activeUsers.loginActivity].some(
    (points) => mostOf(points) > 0,
  );

/** The three charts of the screen, as vector pictures. */
export const charts = ({ keyUsage, activeUsers, peakUsage }: ReportContent): Content[] => [
  heading('Analytics'),
  chart('Key usage over time', keyUsage.usageOverTime),
  chart('Peak usage by hour of the day', peakUsage.hourlyUsage),
  chart('Active users trend', activeUsers.loginActivity),
];
