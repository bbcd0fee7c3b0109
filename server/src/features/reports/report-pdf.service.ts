import { type TimeRange, timeRanges } from '@keydesk/shared/analytics/analytics';
import { activeUsers, keyUsage, peakUsage } from '../analytics/analytics.service.ts';
import { localDate } from '../analytics/calendar.ts';
import { rangeOf } from '../analytics/range.ts';
import { renderReport } from './pdf/render-report.ts';
import { type ReportDeps, readReports } from './reports.service.ts';

export type ReportFilter = { timeRange: TimeRange; department: string; role: string };

const nameOf = (filter: string): string => (filter === 'all' ? 'All' : filter);

const roleNames: Readonly<Record<string, string>> = {
  admin: 'Admin',
  security: 'Security',
  faculty: 'Faculty',
};

const inWords = (moment: Date, timezone: string, time?: 'with time'): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(time ? { hour: '2-digit', minute: '2-digit' } : {}),
  }).format(moment);

/** The report of a range as a PDF file, and the name it is saved under. */
export const reportPdf = async (
  deps: ReportDeps & { productName: string },
  filter: ReportFilter,
  signal: AbortSignal,
): Promise<{ fileName: string; pdf: Buffer }> => {
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
      rangeDates: `${inWords(starts, timezone, time)} to ${inWords(now, timezone, time)}`,
      generated: `${inWords(now, timezone, 'with time')} (${timezone})`,
      department: nameOf(filter.department),
      role: roleNames[filter.role] ?? nameOf(filter.role),
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
};
