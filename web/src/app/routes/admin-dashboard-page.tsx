import { DashboardFigures } from '../../features/dashboard/admin-dashboard.tsx';
import { AnalyticsCards } from '../../features/dashboard/analytics-cards.tsx';
import {
  keysNote,
  periodLabels,
  toSearchParams,
  useAnalyticsFilter,
} from '../../features/reports/analytics-filter.ts';
import { AnalyticsFilterBar } from '../../features/reports/analytics-filter-bar.tsx';
import { useAnalytics } from '../../features/reports/queries.ts';
import { PageHeader } from '../../ui/page.tsx';

/** The admin's home. */
export function AdminDashboardPage() {
  return (
    <>
      <PageHeader title="Admin Dashboard" text="The desk and its people at a glance." />
      <DashboardFigures analytics={<Analytics />} />
    </>
  );
}

function Analytics() {
  const [filter, changeFilter] = useAnalyticsFilter();
  return (
    <section aria-labelledby="analytics">
      <h2 id="analytics" className="mb-4 text-xl font-semibold tracking-tight">
        Analytics
      </h2>
      <AnalyticsFilterBar filter={filter} onChange={changeFilter} />
      <AnalyticsCards
        analytics={useAnalytics(filter)}
        periodBefore={periodLabels(filter).before}
        keysNote={keysNote(filter)}
        filter={toSearchParams(filter)}
      />
    </section>
  );
}
