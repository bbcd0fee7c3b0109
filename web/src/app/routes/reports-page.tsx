import { AnalyticsFilters } from '../../features/reports/analytics-filters.tsx';
import { ReportActions } from '../../features/reports/report-actions.tsx';
import { Reports } from '../../features/reports/reports.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAnalyticsFilter } from './use-analytics-filter.ts';

/** Analytics & Reports. */
export const ReportsPage = () => {
  const [filter, changeFilter] = useAnalyticsFilter();
  return (
    <>
      <PageHeader title="Analytics & Reports" action={<ReportActions filter={filter} />} />
      <AnalyticsFilters filter={filter} onChange={changeFilter} />
      <Reports filter={filter} />
    </>
  );
};
