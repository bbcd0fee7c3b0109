import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serverSaid } from '../../lib/server-said.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { HeardLoading } from '../../ui/loading.tsx';
import { ActionLinks } from './action-links.tsx';
import { dashboardQuery } from './dashboard.queries.ts';
import { RoleDistribution, TopHolders } from './people-cards.tsx';
import { RecentActivity, RecentUsers } from './recent-cards.tsx';
import { StatsCards } from './stats-cards.tsx';

/** The state of the desk at a glance; `analytics` stands in the middle. */
export const AdminDashboard = ({ analytics }: { analytics: ReactNode }) => {
  const { data, error, isPending, refetch } = useQuery(dashboardQuery);
  return (
    <>
      {isPending && <HeardLoading label="Loading dashboard..." />}
      {error && !data ? (
        <div className="card mb-8">
          <ErrorState
            message={serverSaid(error, 'Failed to fetch dashboard data')}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <StatsCards stats={data?.stats} />
      )}
      <ActionLinks />
      {analytics}
      {data && (
        <div className="mt-8 grid items-start gap-4 lg:grid-cols-2">
          <div className="grid min-w-0 gap-4">
            <TopHolders holders={data.stats.topHolders} />
            <RecentUsers users={data.recentUsers} />
          </div>
          <div className="grid min-w-0 gap-4">
            <RoleDistribution byRole={data.stats.usersByRole} />
            <RecentActivity activity={data.recentActivity} />
          </div>
        </div>
      )}
    </>
  );
};
