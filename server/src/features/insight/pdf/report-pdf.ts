import { type Department, labelIn } from '@keydesk/shared/campus/campus';
import { dateText } from '@keydesk/shared/core/formats';
import { localDay } from '@keydesk/shared/due/calendar';
import {
  type ActiveUsers,
  activeNote,
  type KeyUsage,
  type PeakUsage,
  type RangeChoice,
  rangeFileName,
  rangeLength,
  timeRanges,
  timeRangeText,
} from '@keydesk/shared/insight/analytics';
import type { Reports } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/printed-reports';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { printInThread } from '../../../core/files/print-in-thread.ts';
import { readCampus } from '../../campus/index.ts';
import { activeUsers, keyUsage, peakUsage } from '../analytics.ts';
import { type Range, rangesOf } from '../range.ts';
import { type ReportDeps, readReports } from '../reports.ts';

type ReportFilter = RangeChoice & { department: string; role: string };

export async function reportPdf(
  deps: ReportDeps & { productName: string; pdfFonts: readonly string[] },
  filter: ReportFilter,
  signal: AbortSignal,
): Promise<{ fileName: string; pdf: Buffer }> {
  const { db, now, timezone, productName, pdfFonts } = deps;
  const ranges = rangesOf(filter, now, timezone);
  const [{ departments }, reports, current, before] = await Promise.all([
    readCampus(db),
    readReports(deps, ranges.current),
    readFigures(deps, ranges.current, filter),
    readFigures(deps, ranges.previous, filter),
  ]);
  const { starts, ends } = ranges.current;
  const withTime = !filter.from && filter.timeRange === '1d';
  const style = withTime ? 'date-time' : 'date';
  const last = ends > now ? now : new Date(ends.getTime() - 1);
  const running = withTime ? 'hour' : 'day';
  const content: ReportContent = {
    productName,
    rangeLabel: filter.from ? t('own-dates') : rangeText(filter),
    rangeDates: t('dates-from-to', {
      from: dateText(starts, style, timezone),
      to: dateText(last, style, timezone),
    }),
    generated: `${dateText(now, 'date-time', timezone)} (${timezone})`,
    department: filter.department === 'all' ? null : labelIn(departments, filter.department),
    role: roleText.has(filter.role) ? roleText(filter.role) : null,
    reports,
    running: ends > now ? running : null,
    activeNote: activeNote(filter, now.getTime()),
    periodBefore: t('period-before', { length: rangeLength(filter) }),
    before,
    ...withNames(current, departments),
  };
  const pdf = await printInThread(printScript, { content, extraFonts: pdfFonts }, signal);
  return {
    fileName: `keydesk-report-${rangeFileName(filter)}-${localDay(now, { timezone })}.pdf`,
    pdf,
  };
}

async function readFigures(
  deps: ReportDeps,
  range: Range,
  filter: ReportFilter,
): Promise<ReportFigures> {
  const [keys, users, peak] = await Promise.all([
    keyUsage(deps.db, range, filter),
    activeUsers(deps.db, range, filter),
    peakUsage(deps, range, filter),
  ]);
  return { keyUsage: keys, activeUsers: users, peakUsage: peak };
}

/** With names of departments instead of their codes. */
function withNames(
  { keyUsage, activeUsers, peakUsage }: ReportFigures,
  departments: readonly Department[],
): ReportFigures {
  return {
    peakUsage,
    keyUsage: {
      ...keyUsage,
      mostUsedKeys: keyUsage.mostUsedKeys.map((key) => ({
        ...key,
        department: labelIn(departments, key.department),
      })),
    },
    activeUsers: {
      ...activeUsers,
      usersByDepartment: activeUsers.usersByDepartment.map(({ _id, count }) => ({
        _id: labelIn(departments, _id),
        count,
      })),
    },
  };
}

const printScript = new URL('./print-report.ts', import.meta.url);

/** The report's content, laid out in another thread. */
export type ReportContent = {
  productName: string;
  /** 'Last 7 Days' */
  rangeLabel: string;
  /** '26 March 2026 to 1 April 2026' */
  rangeDates: string;
  /** When it was generated, in the campus time zone. */
  generated: string;
  /** Null for all. */
  department: string | null;
  /** Null for all. */
  role: string | null;
  reports: Reports;
  /** What the last point of a chart covers, if that is still running. */
  running: 'hour' | 'day' | null;
  activeNote: string | undefined;
  /** 'the 7 days before' */
  periodBefore: string;
  before: ReportFigures;
} & ReportFigures;

type ReportFigures = { keyUsage: KeyUsage; activeUsers: ActiveUsers; peakUsage: PeakUsage };

function rangeText({ timeRange }: ReportFilter): string {
  const range = timeRanges.find(({ value }) => value === timeRange);
  return range ? timeRangeText(range) : '';
}
