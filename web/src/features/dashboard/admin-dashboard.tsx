import type { AdminDashboard as AdminDashboardData } from '@keydesk/shared/dashboard/dashboard';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ChartLine,
  KeyRound,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { api, call, serverMessage } from '../../lib/api.ts';
import { updateQueryData } from '../../lib/query-client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingAnnouncement } from '../../ui/loading.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { RecentUsers, RoleDistribution, TopHolders } from './dashboard-cards.tsx';
import { KeyFigures, WeekChange } from './key-figures.tsx';
import { LongestOut, OpenDisputes, OverdueKeys } from './open-loans.tsx';
import { RecentActivity } from './recent-activity.tsx';

/** The admin's dashboard; `analytics` is shown in the middle. */
export function DashboardFigures({ analytics }: { analytics: ReactNode }) {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(dashboardQuery);
  return (
    <>
      {isPending && <LoadingAnnouncement label="Loading dashboard..." />}
      {error && !data ? (
        <div className="card mb-8">
          <ErrorState
            message={serverMessage(error, 'Failed to fetch dashboard data')}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <>
          <OpenDisputes disputes={data?.openDisputes ?? []} />
          <div className="mb-4 grid items-start gap-4 lg:grid-cols-3">
            <OverdueKeys
              loans={data && (data.overdueLoans ?? [])}
              total={data?.stats.overdueKeys}
              onReminded={(loanId, remindedAt) =>
                updateQueryData(client, dashboardQuery.queryKey, (current) =>
                  withReminder(current, loanId, remindedAt),
                )
              }
              onRefused={() => void refetch()}
              className="min-w-0 lg:col-span-2"
            />
            <LongestOut loans={data && (data.longestOut ?? [])} className="min-w-0" />
          </div>
          <KeyFigures
            stats={data?.stats}
            weekAgo={data?.weekAgo}
            links={keyLinks}
            className="mb-4 lg:grid-cols-3 xl:grid-cols-5"
            overdueClassName="max-xl:order-first max-lg:col-span-full"
          >
            <StatTile
              label="Total Users"
              value={data?.stats.totalUsers}
              icon={<UsersRound />}
              link={{ to: '/dashboard/admin/users' }}
              change={
                data?.weekAgo && (
                  <WeekChange now={data.stats.totalUsers} before={data.weekAgo.totalUsers} />
                )
              }
            />
          </KeyFigures>
        </>
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
}

/** The dashboard after a reminder was sent. */
function withReminder(data: AdminDashboardData, loanId: string, remindedAt: string) {
  return {
    ...data,
    overdueLoans: data.overdueLoans?.map((loan) =>
      loan.loanId === loanId ? { ...loan, remindedAt } : loan,
    ),
  };
}

/** Where the keys of each figure are listed. */
const keyLinks = {
  totalKeys: { to: '/dashboard/admin/keys' },
  availableKeys: { to: '/dashboard/admin/keys', search: { status: 'available' } },
  unavailableKeys: { to: '/dashboard/admin/keys', search: { status: 'unavailable' } },
  overdueKeys: { to: '/dashboard/admin/keys', search: { status: 'overdue' } },
};

/** Links to the pages of the administration. */
function ActionLinks() {
  return (
    <nav
      aria-label="Administration"
      className="mb-8 grid two-columns gap-2 sm:grid-cols-3 sm:gap-3 xl:grid-cols-5"
    >
      {adminLinks.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className="card flex min-h-12 items-center gap-2 px-3 text-sm font-semibold sm:gap-3 sm:px-4 transition-colors duration-150 hover:border-accent hover:text-accent max-sm:last:col-span-full"
        >
          <Icon aria-hidden className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 flex-1">{label}</span>
        </Link>
      ))}
    </nav>
  );
}

const adminLinks: readonly { to: string; label: string; Icon: LucideIcon }[] = [
  { to: '/dashboard/admin/users', label: 'Manage Users', Icon: UsersRound },
  { to: '/dashboard/admin/keys', label: 'Manage Keys', Icon: KeyRound },
  { to: '/dashboard/admin/security', label: 'Security Settings', Icon: ShieldCheck },
  { to: '/dashboard/admin/reports', label: 'View Reports', Icon: ChartLine },
  { to: '/dashboard/admin/audit', label: 'Audit Log', Icon: ScrollText },
];

/** Key figures, recent users and recent activity. */
const dashboardQuery = queryOptions({
  queryKey: ['admin-dashboard'],
  queryFn: async ({ signal }) => (await call(api.adminDashboard, { signal })).data,
  // Keys become overdue although nothing else happens.
  refetchInterval: 60_000,
});
