import type { Content, StyleDictionary, TDocumentDefinitions } from 'pdfmake/interfaces';
import { fontName } from '../../../pdf/fonts.ts';
import { nameText } from '../../../pdf/name-text.ts';
import { lineChart } from './line-chart.ts';
import { look } from './look.ts';
import type { ReportContent } from './report-content.ts';
import { cards, table } from './table.ts';
import { trendTable } from './trend-table.ts';

const textSize = 9;
const keyWidth = 90;
const nameWidth = 230;

const styles: StyleDictionary = {
  heading: { fontSize: 12, bold: true, margin: [0, 16, 0, 6] },
  subheading: { fontSize: 9.5, bold: true, margin: [0, 10, 0, 4] },
  head: { bold: true, color: look.accent },
  figure: { fontSize: 17, bold: true },
  muted: { color: look.muted },
  empty: { color: look.muted, italics: true, margin: [0, 4, 0, 4] },
};

const heading = (text: string): Content => ({ text, style: 'heading', headlineLevel: 1 });

const fact = (name: string, value: string): Content => ({
  text: [{ text: `${name}: `, color: look.muted }, value],
});

const head = (report: ReportContent): Content[] => [
  {
    color: look.accent,
    stack: [
      nameText(`${report.productName} Analytics & Reports`, {
        width: look.contentWidth,
        size: 20,
        bold: true,
      }),
    ],
  },
  {
    margin: [0, 6, 0, 0],
    columns: [
      [
        fact('Time range', report.rangeLabel),
        fact('Dates', report.rangeDates),
        fact('Generated', report.generated),
      ],
      [fact('Department', report.department), fact('User role', report.role)],
    ],
  },
];

const chart = (title: string, points: Parameters<typeof lineChart>[0]): Content => ({
  unbreakable: true,
  stack: [
    { text: title, style: 'subheading' },
    points.some(({ count }) => count > 0)
      ? { svg: lineChart(points) }
      : { text: 'No data available', style: 'empty' },
  ],
});

const overview = ({ reports: { userAnalytics: users } }: ReportContent): Content[] => [
  heading('Overview'),
  cards([
    { name: 'Total users', value: String(users.totalUsers) },
    { name: 'Active users', value: String(users.activeUsers) },
    { name: 'New users', value: String(users.newUsers) },
  ]),
];

const charts = ({ keyUsage, activeUsers, peakUsage }: ReportContent): Content[] => [
  heading('Analytics'),
  chart('Key usage over time', keyUsage.usageOverTime),
  chart('Peak usage by hour of the day', peakUsage.hourlyUsage),
  chart('Active users trend', activeUsers.loginActivity),
];

const keys = ({ keyUsage, peakUsage }: ReportContent): Content[] => [
  { text: 'Key usage', style: 'heading', pageBreak: 'before' },
  {
    text:
      `${keyUsage.totalUsage} keys handed out; ` +
      `${peakUsage.usagePercentage.toFixed(1)} % of all keys were used at least once.`,
    margin: [0, 0, 0, 6],
  },
  table(
    [
      { title: 'Key', width: keyWidth },
      { title: 'Name', width: nameWidth },
      { title: 'Department', width: '*' },
      { title: 'Times used', width: 60, isNumber: true },
    ],
    keyUsage.mostUsedKeys.map((key) => [
      nameText(key.keyNumber, { width: keyWidth, size: textSize }),
      nameText(key.keyName, { width: nameWidth, size: textSize }),
      key.department,
      String(key.usageCount),
    ]),
    'No usage data available',
  ),
];

const hours = ({ peakUsage }: ReportContent): Content[] => [
  { text: 'Peak usage hours', style: 'heading' },
  table(
    [
      { title: 'Hour', width: '*' },
      { title: 'Keys', width: 'auto', isNumber: true },
    ],
    peakUsage.peakHours.map(({ timeLabel, count }) => [timeLabel, String(count)]),
    'No peak usage data available',
  ),
];

const departments = ({ activeUsers }: ReportContent): Content[] => [
  { text: 'Active users by department', style: 'heading' },
  table(
    [
      { title: 'Department', width: '*' },
      { title: 'Users', width: 'auto', isNumber: true },
    ],
    activeUsers.usersByDepartment.map(({ _id, count }) => [_id, String(count)]),
    'No department data available',
  ),
];

const system = ({ reports: { systemStatistics: now } }: ReportContent): Content[] => [
  heading('System statistics'),
  cards([
    { name: 'Total keys', value: String(now.totalKeys) },
    { name: 'Keys in use', value: String(now.keysInUse) },
    { name: 'Available keys', value: String(now.availableKeys) },
    { name: 'Usage rate', value: `${now.usageRate.toFixed(1)} %` },
  ]),
];

/** The report as a document to be printed: A4 portrait. */
export const reportDocument = (report: ReportContent): TDocumentDefinitions => ({
  pageSize: 'A4',
  pageOrientation: 'portrait',
  pageMargins: [40, 42, 40, 50],
  info: {
    title: `${report.productName} report, ${report.rangeLabel}`,
    creator: report.productName,
  },
  defaultStyle: { font: fontName, fontSize: textSize, color: look.ink, lineHeight: 1.15 },
  styles,
  content: [
    ...head(report),
    ...overview(report),
    ...charts(report),
    ...keys(report),
    { columns: [hours(report), departments(report)], columnGap: 18, unbreakable: true },
    { unbreakable: true, stack: system(report) },
    heading('Registration trend'),
    trendTable(report.reports.userAnalytics.registrationTrend),
  ],
  // A heading at the foot of a page belongs on the next one.
  pageBreakBefore: (node, nodes) =>
    node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
  footer: (page, pages) => ({
    margin: [40, 18, 40, 0],
    fontSize: 8,
    color: look.muted,
    columns: [
      { text: 'Confidential Report' },
      { text: `Page ${page} of ${pages}`, alignment: 'right' },
    ],
  }),
});
