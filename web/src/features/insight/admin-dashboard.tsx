import type { Role } from '@keydesk/shared/http/roles';
import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartLine, KeyRound, ShieldCheck, UsersRound } from 'lucide-react';
import { formatDate, initialsOf } from '../../lib/format.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingAnnouncement } from '../../ui/loading.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { PersonLink } from '../../ui/record-link.tsx';
import { AnalyticsCards } from './analytics-cards.tsx';
import { AnalyticsFilterBar, useAnalyticsFilter } from './analytics-filter.tsx';
import { KeyFigures, RankedCard, StatTile } from './figures.tsx';
import { Inbox } from './inbox.tsx';
import { dashboardQuery } from './queries.ts';
import { RecentActivity } from './recent-activity.tsx';

const SetupCard = lazyComponent(() => import('./setup-card.tsx'), 'SetupCard');

export function AdminDashboardPage() {
  const query = useQuery(dashboardQuery);
  const { data, error } = query;
  return (
    <>
      <PageHeader title={t('admin-dashboard')} />
      <QueryState
        query={query}
        loading={<LoadingAnnouncement label={t('loading-dashboard')} />}
        failure={t('failed-to-fetch-dashboard-data')}
        frame="card mb-8"
      />
      {data && isNewCampus(data.stats) && <SetupCard stats={data.stats} />}
      {data && <Inbox dashboard={data} />}
      {(data || !error) && (
        <KeyFigures stats={data?.stats} links={keyLinks}>
          <StatTile
            label={t('total-users')}
            value={data?.stats.totalUsers}
            link={{ to: '/dashboard/admin/users' }}
          />
        </KeyFigures>
      )}
      <ActionLinks />
      <Analytics />
      {data && (
        <div className="mt-8 grid items-start gap-4 *:min-w-0 lg:grid-cols-3">
          <RankedCard
            heading="h2"
            title={t('role-distribution')}
            empty={t('no-users-yet')}
            items={roleDistribution(data.stats.usersByRole).map(({ label, count }) => ({
              id: label,
              name: label,
              value: count,
            }))}
          />
          <RecentUsers users={data.recentUsers} />
          <RecentActivity activity={data.recentActivity} />
        </div>
      )}
    </>
  );
}

/** Whether there are no keys yet, or no one to take them. */
function isNewCampus({ totalKeys, usersByRole }: AdminDashboard['stats']): boolean {
  return totalKeys === 0 || !usersByRole.faculty;
}

function Analytics() {
  const [filter, changeFilter] = useAnalyticsFilter();
  return (
    <section aria-labelledby="analytics">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:*:w-full">
        <h2 id="analytics" className="text-xl font-semibold tracking-tight">
          {t('analytics')}
        </h2>
        <AnalyticsFilterBar filter={filter} onChange={changeFilter} />
      </div>
      <AnalyticsCards filter={filter} />
    </section>
  );
}

const keyLinks = {
  totalKeys: { to: '/dashboard/admin/keys' },
  availableKeys: { to: '/dashboard/admin/keys', search: { status: 'available' } },
  keysInUse: { to: '/dashboard/admin/keys', search: { status: 'unavailable' } },
  reportedKeys: { to: '/dashboard/admin/keys', search: { status: 'reported' } },
  overdueKeys: { to: '/dashboard/admin/keys', search: { status: 'overdue' } },
};

function ActionLinks() {
  return (
    <nav
      aria-label={t('administration')}
      className="mb-8 grid two-columns gap-2 sm:gap-3 lg:grid-cols-4"
    >
      {adminLinks.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className="card flex min-h-12 items-center gap-2 px-3 text-sm font-semibold sm:gap-3 sm:px-4 transition-colors duration-150 hover:border-accent hover:text-accent"
        >
          <Icon aria-hidden className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 flex-1">{t(label)}</span>
        </Link>
      ))}
    </nav>
  );
}

const adminLinks = [
  { to: '/dashboard/admin/users', label: 'manage-users', Icon: UsersRound },
  { to: '/dashboard/admin/keys', label: 'manage-keys', Icon: KeyRound },
  { to: '/dashboard/admin/security', label: 'security-settings', Icon: ShieldCheck },
  { to: '/dashboard/admin/reports', label: 'view-reports', Icon: ChartLine },
] as const;

const maxRecentUsers = 5;

function RecentUsers({ users }: { users: AdminDashboard['recentUsers'] }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-2 font-semibold">{t('recent-users')}</h2>
      {users.length === 0 && <p className="py-6 text-center text-muted">{t('no-users-yet')}</p>}
      <ul className="divide-y divide-line">
        {users.slice(0, maxRecentUsers).map((user) => (
          <li key={user.id} className="flex items-center gap-3 py-2.5">
            <PersonLink id={user.id} decorative className="shrink-0 rounded-full">
              <span
                aria-hidden
                className="grid size-9 place-items-center rounded-full bg-accent-soft text-[min(0.875rem,max(14px,3.8vw))] font-semibold text-accent"
              >
                {initialsOf(user.name)}
              </span>
            </PersonLink>
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">
                <PersonLink id={user.id}>{user.name}</PersonLink>
              </p>
              <p className="text-sm wrap-anywhere text-muted">{user.email}</p>
            </div>
            <p className="shrink-0 text-right text-sm text-muted">
              <span className="block">{roleText(user.role)}</span>
              <span className="block tabular-nums max-sm:hidden">{formatDate(user.createdAt)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Operators count as Security, responders as Faculty. */
const roleGroupLabels = {
  admin: 'admins',
  security: 'security',
  operator: 'security',
  faculty: 'faculty',
  responder: 'faculty',
  pending: 'pending',
  visitor: 'visitors',
} as const satisfies Record<Role, string>;

/** Largest group first. */
export function roleDistribution(
  byRole: AdminDashboard['stats']['usersByRole'],
): { label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const [role, count] of Object.entries(byRole)) {
    const label = t(roleGroupLabels[role as Role]);
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}
