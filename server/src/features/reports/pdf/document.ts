import type { Content, StyleDictionary, TDocumentDefinitions } from 'pdfmake/interfaces';
import { fontName } from '../../../pdf/fonts.ts';
import { nameText } from '../../../pdf/name-text.ts';
import { charts, hasCharts } from './charts.ts';
import { heading } from './heading.ts';
import { keyUsageSection } from './key-usage-section.ts';
import { look } from './look.ts';
import type { ReportContent } from './report-content.ts';
import { cards, table } from './table.ts';
import { trendTable } from './trend-table.ts';

const styles: StyleDictionary = {
  heading: { fontSize: 12, bold: true, margin: [0, 16, 0, 6] },
  subheading: { fontSize: 9.5, bold: true, margin: [0, 10, 0, 4] },
  maximum: { fontSize: 8, color: look.muted, margin: [0, 11, 0, 0] },
  head: { bold: true, color: look.accent },
  figure: { fontSize: 17, bold: true },
  muted: { color: look.muted },
  empty: { color: look.muted, italics: true, margin: [0, 4, 0, 4] },
};

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

const overview = ({ reports: { userAnalytics: users } }: ReportContent): Content[] => [
  heading('Overview'),
  cards([
    { name: 'Total users', value: String(users.totalUsers) },
    { name: 'Active users', value: String(users.activeUsers) },
    { name: 'New users', value: String(users.newUsers) },
  ]),
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
  defaultStyle: { font: fontName, fontSize: look.textSize, color: look.ink, lineHeight: 1.15 },
  styles,
  content: [
    ...head(report),
    ...overview(report),
    ...charts(report),
    ...keyUsageSection(report, hasCharts(report) ? 'on a new page' : undefined),
    { columns: [hours(report), departments(report)], columnGap: 18, unbreakable: true },
    { unbreakable: true, stack: system(report) },
    {
      unbreakable: true,
      stack: [
        heading('Registration trend'),
        trendTable(report.reports.userAnalytics.registrationTrend),
      ],
    },
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
