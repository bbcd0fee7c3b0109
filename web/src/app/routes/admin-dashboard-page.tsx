import { AdminDashboard } from '../../features/admin-dashboard/admin-dashboard.tsx';
import { AnalyticsCards } from '../../features/admin-dashboard/analytics-cards.tsx';
import { AnalyticsFilters } from '../../features/reports/analytics-filters.tsx';
import { useAnalytics } from '../../features/reports/use-analytics.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAnalyticsFilter } from './use-analytics-filter.ts';

const Analytics = () => {
  const [filter, changeFilter] = useAnalyticsFilter();
  return (
    <section aria-labelledby="analytics">
      <h2 id="analytics" className="mb-4 text-xl font-semibold tracking-tight">
        Analytics
      </h2>
      <AnalyticsFilters filter={filter} onChange={changeFilter} />
      <AnalyticsCards analytics={useAnalytics(filter)} />
    </section>
  );
};

/** The admin's home. */
export const AdminDashboardPage = () => (
  <>
    <PageHeader title="Admin Dashboard" text="The desk and its people at a glance." />
    <AdminDashboard analytics={<Analytics />} />
  </>
);
