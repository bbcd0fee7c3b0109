import { ChartCard } from './chart-card.tsx';
import type { Analytics } from './use-analytics.ts';

/** The three line charts. */
export const UsageCharts = ({ analytics }: { analytics: Analytics }) => (
  <div className="grid gap-4 lg:grid-cols-2">
    <ChartCard
      title="Peak Usage Analytics"
      text="Keys handed out by hour of the day"
      points={analytics.peakUsage?.hourlyUsage}
      loading={analytics.loading}
      noun="keys handed out"
    />
    <ChartCard
      title="Active Users Trend"
      text="Login activity"
      points={analytics.activeUsers?.loginActivity}
      loading={analytics.loading}
      noun="people signed in"
    />
    <ChartCard
      title="Key Usage Over Time"
      text="Keys handed out"
      points={analytics.keyUsage?.usageOverTime}
      loading={analytics.loading}
      noun="keys handed out"
      className="lg:col-span-2"
    />
  </div>
);
