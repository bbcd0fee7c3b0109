import { type TimeRange, timeRanges } from '@keydesk/shared/analytics/analytics';
import { printInThread } from '../../../platform/pdf/print-in-thread.ts';
import { activeUsers, keyUsage, localDate, peakUsage, rangeOf } from '../../analytics/index.ts';
import { type ReportDeps, readReports } from '../service.ts';
import type { ReportContent } from './report-content.ts';

type ReportFilter = { timeRange: TimeRange; department: string; role: string };

const roleNames: Readonly<Record<string, string>> = {
  admin: 'Admin',
  security: 'Security',
  faculty: 'Faculty',
};

/** The report of a range as a PDF file, and the name it is saved under. */
export async function reportPdf(
  deps: ReportDeps & { productName: string },
  filter: ReportFilter,
  signal: AbortSignal,
): Promise<{ fileName: string; pdf: Buffer }> {
  const { db, now, rule, productName } = deps;
  const { timezone } = rule;
  const analytics = { db, now, timezone };
  const [reports, keys, users, peak] = await Promise.all([
    readReports(deps, filter.timeRange),
    keyUsage(analytics, filter),
    activeUsers(analytics, filter),
    peakUsage(analytics, filter),
  ]);
  const time = filter.timeRange === '1d' ? 'with time' : undefined;
  const { starts } = rangeOf(filter.timeRange, now, timezone);
  const pdf = await renderReport(
    {
      productName,
      rangeLabel: timeRanges.find(({ value }) => value === filter.timeRange)?.label ?? '',
      rangeDates: `${formatMoment(starts, timezone, time)} to ${formatMoment(now, timezone, time)}`,
      generated: `${formatMoment(now, timezone, 'with time')} (${timezone})`,
      department: filterLabel(filter.department),
      role: roleNames[filter.role] ?? filterLabel(filter.role),
      reports,
      keyUsage: keys,
      activeUsers: users,
      peakUsage: peak,
    },
    signal,
  );
  return {
    fileName: `keydesk-report-${filter.timeRange}-${localDate(now, timezone)}.pdf`,
    pdf,
  };
}

/** The report as a PDF file. */
function renderReport(content: ReportContent, signal: AbortSignal): Promise<Buffer> {
  return printInThread(printer, content, signal);
}

function formatMoment(moment: Date, timezone: string, time?: 'with time'): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(time ? { hour: '2-digit', minute: '2-digit' } : {}),
  }).format(moment);
}

function filterLabel(filter: string): string {
  return filter === 'all' ? 'All' : filter;
}

const printer = new URL('./print-report.ts', import.meta.url);
