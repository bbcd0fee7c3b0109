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
  keyUsage: KeyUsage;
  activeUsers: ActiveUsers;
  peakUsage: PeakUsage;
};
