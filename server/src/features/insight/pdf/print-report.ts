import { dateText, percentText } from '@keydesk/shared/core/formats';
import type { Reports } from '@keydesk/shared/insight/dashboard';
import { shownName } from '@keydesk/shared/people/shown-name';
import { t } from '@keydesk/shared/texts/en/printed-reports';
import { withoutIsolates } from '@keydesk/shared/texts/translator';
import { type Drawing, drawPdf } from '../../../core/files/draw-pdf.ts';
import { type PrintSettings, setUpPrinting } from '../../../core/files/set-up-printing.ts';
import { charts, hasCharts, keysNote } from './charts.ts';
import {
  type Block,
  beside,
  cards,
  columnWidth,
  heading,
  labelledValue,
  note,
  paginate,
  paragraph,
  type Section,
  stack,
  table,
} from './elements.ts';
import { drawFooter, look } from './page.ts';
import type { ReportContent } from './report-pdf.ts';

/** Runs in the printing thread. */
export async function print(report: ReportContent, settings: PrintSettings): Promise<Buffer> {
  await setUpPrinting(settings);
  const { productName, rangeLabel: range } = report;
  const info = { Title: withoutIsolates(t('title', { productName, range })), Creator: productName };
  return drawPdf(info, (pdf) => drawReport(pdf, report));
}

function drawReport(pdf: Drawing, report: ReportContent): void {
  const pages = paginate([
    { title: [head(report)] },
    { title: overview(report) },
    ...charts(report),
    keyUsageSection(report, { onNewPage: hasCharts(report) }),
    hoursAndDepartments(report),
    ...withoutCode(report),
    { title: system(report) },
    registrationTrend(report.reports.userAnalytics.registrationTrend),
  ]);
  for (const [index, blocks] of pages.entries()) {
    pdf.addPage();
    for (const { block, x, y } of blocks) block.draw(pdf, x, y);
    const pageOfPages = t('page', { page: index + 1, pages: pages.length });
    drawFooter(pdf, t('confidential-report'), pageOfPages);
  }
}

function head({ productName, rangeLabel, rangeDates, generated, department, role }: ReportContent) {
  const width = columnWidth(2);
  const title = t('analytics-and-reports', { productName });
  return stack(
    paragraph(title, { size: 20, bold: true, color: look.accent, after: 6 }),
    beside([
      stack(
        labelledValue(t('time-range'), rangeLabel, width),
        labelledValue(t('dates'), rangeDates, width),
        labelledValue(t('generated'), generated, width),
      ),
      stack(
        labelledValue(t('department'), department ?? t('all'), width),
        labelledValue(t('user-role'), role ?? t('all'), width),
      ),
    ]),
  );
}

function overview({ reports, department, role }: ReportContent): Block[] {
  const { userAnalytics: users } = reports;
  const filtered = department !== null || role !== null;
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
function keyUsageSection(report: ReportContent, { onNewPage }: { onNewPage: boolean }): Section {
  const aboutRole = keysNote(report);
  const used = t('keys-used', {
    count: report.keyUsage.totalUsage,
    percentage: percentText(report.peakUsage.usedInRangePercentage),
  });
  return {
    onNewPage,
    title: [
      heading(t('key-usage')),
      paragraph(used, { after: 6 }),
      ...(aboutRole ? [note(aboutRole)] : []),
    ],
    tables: [
      table(
        [
          { title: t('key'), share: 3 },
          { title: t('name'), share: 6 },
          { title: t('department'), share: 4 },
          { title: t('times-used'), isNumber: true },
        ],
        report.keyUsage.mostUsedKeys.map((key) => [
          key.keyNumber,
          key.keyName,
          key.department,
          String(key.usageCount),
        ]),
        t('no-usage-data-available'),
      ),
    ],
  };
}

function hoursAndDepartments({ peakUsage, activeUsers }: ReportContent): Section {
  const width = columnWidth(2);
  return {
    title: [
      beside([
        heading(t('peak-usage-hours'), width),
        heading(t('active-users-by-department'), width),
      ]),
    ],
    tables: [
      table(
        [{ title: t('hour') }, { title: t('keys'), isNumber: true }],
        peakUsage.peakHours.map(({ timeLabel, count }) => [timeLabel, String(count)]),
        t('no-peak-usage-data-available'),
        width,
      ),
      table(
        [{ title: t('department') }, { title: t('users'), isNumber: true }],
        activeUsers.usersByDepartment.map(({ _id, count }) => [_id, String(count)]),
        t('no-department-data-available'),
        width,
      ),
    ],
  };
}

/** Omitted if every hand-out had a code. */
function withoutCode({ reports: { withoutCode: guards = [] } }: ReportContent): Section[] {
  if (guards.length === 0) return [];
  const paper = guards.some(({ fromPaper }) => fromPaper);
  const rows = table(
    [
      { title: t('handed-over-by') },
      { title: t('to-a-name'), isNumber: true },
      { title: t('by-id-card'), isNumber: true },
      ...(paper ? [{ title: t('from-paper'), isNumber: true }] : []),
    ],
    guards.map(({ name, byName, byCard, fromPaper = 0 }) => [
      shownName(name),
      String(byName),
      String(byCard),
      ...(paper ? [String(fromPaper)] : []),
    ]),
    '',
  );
  return [{ title: [heading(t('handed-out-without-a-code'))], tables: [rows] }];
}

function system({ reports: { systemStatistics: now } }: ReportContent): Block[] {
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

type Trend = Reports['userAnalytics']['registrationTrend'];

const blockCount = 3;
const maxUnsplitDays = 10;

/** Long lists are split into blocks side by side. */
function registrationTrend(trend: Trend): Section {
  const count = trend.length > maxUnsplitDays ? blockCount : 1;
  const length = Math.ceil(trend.length / count);
  const blocks = Array.from({ length: count }, (_, index) =>
    trend.slice(index * length, (index + 1) * length),
  );
  const tables = blocks
    .filter((days) => days.length > 0)
    .map((days) =>
      table(
        [{ title: t('date') }, { title: t('new-users'), isNumber: true }],
        days.map(({ date, count }) => [dateText(date, 'date', 'UTC'), String(count)]),
        '',
        columnWidth(count),
      ),
    );
  return { title: [heading(t('registration-trend'))], tables };
}
