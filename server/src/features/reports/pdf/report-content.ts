import type { ActiveUsers, KeyUsage, PeakUsage } from '@keydesk/shared/analytics/analytics';
import type { Reports } from '@keydesk/shared/dashboard/dashboard';

/** The content of the printed report, which is laid out in another thread. */
export type ReportContent = {
  productName: string;
  /** 'Last 7 Days' */
  rangeLabel: string;
  /** '26 March 2026 to 1 April 2026' */
  rangeDates: string;
  /** When it was generated, in the campus's time zone. */
  generated: string;
  department: string;
  role: string;
  reports: Reports;
  /** 'today' or 'this hour': the last point of a chart, which is still running. */
  running: string;
  /** 'the 7 days before' */
  periodBefore: string;
  before: ReportFigures;
} & ReportFigures;

type ReportFigures = { keyUsage: KeyUsage; activeUsers: ActiveUsers; peakUsage: PeakUsage };
