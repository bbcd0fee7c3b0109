import type { Role } from '@keydesk/shared/http/roles';
import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { t as shellText } from '@keydesk/shared/texts/en/shell';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartLine, KeyRound, ShieldCheck, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { formatDay } from '../../lib/format.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingAnnouncement } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { AnalyticsCards } from './analytics-cards.tsx';
import { AnalyticsFilterBar, useAnalyticsFilter } from './analytics-filter.tsx';
import { KeyFigures, ShortListCard, StatTile } from './figures.tsx';
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
        <div className="mt-4 grid gap-4 *:min-w-0 lg:grid-cols-3">
          <RoleDistribution byRole={data.stats.usersByRole} />
          <RecentUsers users={data.recentUsers} />
          <RecentActivity activity={data.recentActivity.slice(0, maxRecent)}>
            <WholeLink to="/dashboard/admin/audit">{shellText('audit-log')}</WholeLink>
          </RecentActivity>
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
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:*:w-full">
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
      className="mb-6 grid two-columns gap-2 sm:gap-3 lg:grid-cols-4"
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

const maxRecent = 5;

function RecentUsers({ users }: { users: AdminDashboard['recentUsers'] }) {
  return (
    <ShortListCard
      heading="h2"
      title={t('recent-users')}
      empty={t('no-users-yet')}
      items={users.slice(0, maxRecent).map(({ id, name, role, createdAt }) => ({
        id,
        name,
        when: t('role-since', {
          role: roleText(role),
          day: formatDay(Date.parse(createdAt), serverNow()),
        }),
      }))}
    >
      <WholeLink to="/dashboard/admin/users">{t('all-users')}</WholeLink>
    </ShortListCard>
  );
}

function WholeLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="mt-1 -mb-3 inline-flex min-h-11 items-center text-sm font-semibold text-accent hover:underline"
    >
      {children}
    </Link>
  );
}

function RoleDistribution({ byRole }: { byRole: AdminDashboard['stats']['usersByRole'] }) {
  const groups = roleDistribution(byRole);
  const [largest] = groups;
  return (
    <ShortListCard
      heading="h2"
      title={t('role-distribution')}
      empty={t('no-users-yet')}
      items={groups.map(({ label, count }) => ({
        id: label,
        name: (
          <span className="flex items-center gap-3">
            <span className="min-w-[4.5em]">{label}</span>
            <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(100 * count) / (largest?.count ?? 1)}%` }}
              />
            </span>
          </span>
        ),
        value: count,
      }))}
    />
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
