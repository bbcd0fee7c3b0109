import { dateText, percentText } from '@keydesk/shared/core/formats';
import type { Reports } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/printed-reports';
import { directionOf, spokenLanguage } from '@keydesk/shared/texts/translator';
import type { Content, StyleDictionary, TDocumentDefinitions } from 'pdfmake/interfaces';
import { fontName } from '../../../core/files/fonts.ts';
import { nameText } from '../../../core/files/name-text.ts';
import { printDocument } from '../../../core/files/printer.ts';
import { type PrintSettings, setUpPrinting } from '../../../core/files/set-up-printing.ts';
import { charts, hasCharts, keysNote } from './charts.ts';
import { cards, heading, look, note, table, tableLayouts } from './elements.ts';
import { inScripts } from './in-scripts.ts';
import type { ReportContent } from './report-pdf.ts';

/** Runs in the printing thread. */
export async function print(content: ReportContent, settings: PrintSettings): Promise<Buffer> {
  await setUpPrinting(settings);
  return printDocument(reportDocument(content), tableLayouts);
}

const styles: StyleDictionary = {
  heading: { fontSize: 12, bold: true, margin: [0, 16, 0, 6] },
  subheading: { fontSize: 9.5, bold: true, margin: [0, 10, 0, 4] },
  maximum: { fontSize: 8, color: look.muted, margin: [0, 11, 0, 0] },
  head: { bold: true, color: look.accent },
  figure: { fontSize: 17, bold: true },
  muted: { color: look.muted },
  empty: { color: look.muted, italics: true, margin: [0, 4, 0, 4] },
};

function reportDocument(report: ReportContent): TDocumentDefinitions {
  const alignment = directionOf(spokenLanguage()) === 'rtl' ? 'right' : 'left';
  return {
    pageSize: 'A4',
    pageOrientation: 'portrait',
    pageMargins: [40, 42, 40, 50],
    info: {
      title: t('title', { productName: report.productName, range: report.rangeLabel }),
      creator: report.productName,
    },
    defaultStyle: {
      font: fontName,
      fontSize: look.textSize,
      color: look.ink,
      lineHeight: 1.15,
      alignment,
    },
    styles,
    content: inScripts([
      ...head(report),
      ...overview(report),
      ...charts(report),
      ...keyUsageSection(report, { onNewPage: hasCharts(report) }),
      { columns: [hours(report), departments(report)], columnGap: 18, unbreakable: true },
      ...withoutCode(report),
      { unbreakable: true, stack: system(report) },
      {
        unbreakable: true,
        stack: [
          heading(t('registration-trend')),
          trendTable(report.reports.userAnalytics.registrationTrend),
        ],
      },
    ]),
    // A heading at the bottom of a page moves to the next one.
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
    footer: (page, pages) => ({
      margin: [40, 18, 40, 0],
      fontSize: 8,
      color: look.muted,
      ...(inScripts({
        columns: [
          { text: t('confidential-report'), alignment: 'left' },
          { text: t('page', { page, pages }), alignment: 'right' },
        ],
      }) as { columns: Content[] }),
    }),
  };
}

function head(report: ReportContent): Content[] {
  return [
    {
      color: look.accent,
      stack: [
        nameText(t('analytics-and-reports', { productName: report.productName }), {
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
          labelledValue(t('time-range'), report.rangeLabel),
          labelledValue(t('dates'), report.rangeDates),
          labelledValue(t('generated'), report.generated),
        ],
        [
          labelledValue(t('department'), report.department),
          labelledValue(t('user-role'), report.role),
        ],
      ],
    },
  ];
}

function labelledValue(name: string, value: string): Content {
  return {
    text: [{ text: `${name}: `, color: look.muted }, value],
  };
}

function overview(report: ReportContent): Content[] {
  const { userAnalytics: users } = report.reports;
  const filtered = report.department !== 'All' || report.role !== 'All';
  return [
    heading(t('overview')),
    ...(filtered ? [note(t('of-everybody'))] : []),
    cards([
      { name: t('total-users'), value: String(users.totalUsers) },
      { name: t('active-users'), value: String(users.activeUsers) },
      { name: t('new-users'), value: String(users.newUsers) },
    ]),
  ];
}

/** On a new page after charts, because those fill theirs. */
function keyUsageSection(report: ReportContent, { onNewPage }: { onNewPage: boolean }): Content[] {
  const aboutRole = keysNote(report);
  return [
    onNewPage
      ? { text: t('key-usage'), style: 'heading', pageBreak: 'before' }
      : heading(t('key-usage')),
    {
      text: t('keys-used', {
        count: report.keyUsage.totalUsage,
        percentage: percentText(report.peakUsage.usedInRangePercentage),
      }),
      margin: [0, 0, 0, 6],
    },
    ...(aboutRole ? [note(aboutRole)] : []),
    table(
      [
        { title: t('key'), width: keyWidth },
        { title: t('name'), width: nameWidth },
        { title: t('department'), width: '*' },
        { title: t('times-used'), width: 60, isNumber: true },
      ],
      report.keyUsage.mostUsedKeys.map((key) => [
        nameText(key.keyNumber, { width: keyWidth, size: look.textSize }),
        nameText(key.keyName, { width: nameWidth, size: look.textSize }),
        key.department,
        String(key.usageCount),
      ]),
      t('no-usage-data-available'),
    ),
  ];
}

function hours({ peakUsage }: ReportContent): Content[] {
  return [
    { text: t('peak-usage-hours'), style: 'heading' },
    table(
      [
        { title: t('hour'), width: '*' },
        { title: t('keys'), width: 'auto', isNumber: true },
      ],
      peakUsage.peakHours.map(({ timeLabel, count }) => [timeLabel, String(count)]),
      t('no-peak-usage-data-available'),
    ),
  ];
}

function departments({ activeUsers }: ReportContent): Content[] {
  return [
    { text: t('active-users-by-department'), style: 'heading' },
    table(
      [
        { title: t('department'), width: '*' },
        { title: t('users'), width: 'auto', isNumber: true },
      ],
      activeUsers.usersByDepartment.map(({ _id, count }) => [_id, String(count)]),
      t('no-department-data-available'),
    ),
  ];
}

/** Omitted if every hand-out had a code. */
function withoutCode({ reports: { withoutCode: guards = [] } }: ReportContent): Content[] {
  if (guards.length === 0) return [];
  const paper = guards.some(({ fromPaper }) => fromPaper);
  return [
    heading(t('handed-out-without-a-code')),
    table(
      [
        { title: t('handed-over-by'), width: '*' },
        { title: t('to-a-name'), width: 70, isNumber: true },
        { title: t('by-id-card'), width: 70, isNumber: true },
        ...(paper ? [{ title: t('from-paper'), width: 70, isNumber: true }] : []),
      ],
      guards.map(({ name, byName, byCard, fromPaper = 0 }) => [
        nameText(name, { width: nameWidth, size: look.textSize }),
        String(byName),
        String(byCard),
        ...(paper ? [String(fromPaper)] : []),
      ]),
      '',
    ),
  ];
}

function system({ reports: { systemStatistics: now } }: ReportContent): Content[] {
  return [
    heading(t('system-statistics')),
    note(t('as-of-now')),
    cards([
      { name: t('total-keys'), value: String(now.totalKeys) },
      { name: t('keys-in-use'), value: String(now.keysInUse) },
      { name: t('available-keys'), value: String(now.availableKeys) },
      ...(now.reportedKeys > 0
        ? [{ name: t('reported-keys'), value: String(now.reportedKeys) }]
        : []),
      { name: t('usage-rate'), value: percentText(now.usageRate) },
    ]),
  ];
}

/** Long lists are split into blocks side by side. */
function trendTable(trend: Trend): Content {
  const length = Math.ceil(trend.length / (trend.length > maxUnsplitDays ? blockCount : 1));
  const columns: Content[] = [];
  for (let start = 0; start < trend.length; start += length)
    columns.push(block(trend.slice(start, start + length)));
  return { columns, columnGap: 18 };
}

function block(days: Trend): Content {
  return table(
    [
      { title: t('date'), width: '*' },
      { title: t('new-users'), width: 'auto', isNumber: true },
    ],
    days.map(({ date, count }) => [dateText(date, 'long-date', 'UTC'), String(count)]),
    '',
  );
}

const keyWidth = 90;
const nameWidth = 230;

type Trend = Reports['userAnalytics']['registrationTrend'];

const blockCount = 3;
const maxUnsplitDays = 10;
