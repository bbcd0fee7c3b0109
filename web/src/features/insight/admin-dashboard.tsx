import type { Role } from '@keydesk/shared/http/roles';
import { type AdminDashboard, unseenDays } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ChartLine,
  KeyRound,
  ListChecks,
  ScrollText,
  SearchX,
  ShieldCheck,
  UsersRound,
} from 'lucide-react';
import { api, call } from '../../lib/api.ts';
import { formatDate, initialsOf } from '../../lib/format.ts';
import { updateQueryData } from '../../lib/query-client.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingAnnouncement } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { PersonLink } from '../../ui/record-link.tsx';
import { AnalyticsCards } from './analytics-cards.tsx';
import { AnalyticsFilterBar, useAnalyticsFilter } from './analytics-filter.tsx';
import { KeyFigures, RankedCard, StatTile, WeekChange } from './figures.tsx';
import { LongestOut, OpenDisputes, OverdueKeys } from './open-loans.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { Unusual } from './unusual.tsx';

const SetupCard = lazyComponent(() => import('./setup-card.tsx'), 'SetupCard');

export function AdminDashboardPage() {
  const client = useQueryClient();
  const query = useQuery(dashboardQuery);
  const { data, error, refetch } = query;
  return (
    <>
      <PageHeader title={t('admin-dashboard')} text={t('intro')} />
      <QueryState
        query={query}
        loading={<LoadingAnnouncement label={t('loading-dashboard')} />}
        failure={t('failed-to-fetch-dashboard-data')}
        frame="card mb-8"
      />
      {data && isNewCampus(data.stats) && <SetupCard stats={data.stats} />}
      {(data || !error) && (
        <>
          <OpenDisputes disputes={data?.openDisputes ?? []} />
          <OpenIncidents count={data?.stats.openIncidents ?? 0} />
          <UnseenKeys count={data?.stats.unseenKeys ?? 0} />
          {data?.unusual && <Unusual unusual={data.unusual} />}
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
            className="mb-4 lg:grid-cols-3 xl:not-has-[>:nth-child(6)]:grid-cols-5"
            overdueClassName="max-xl:order-first max-lg:col-span-full"
          >
            <StatTile
              label={t('total-users')}
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
      <Analytics />
      {data && (
        <div className="mt-8 grid items-start gap-4 lg:grid-cols-2">
          <div className="grid min-w-0 gap-4">
            <RankedCard
              heading="h2"
              title={t('most-keys-out')}
              empty={t('nobody-has-a-key')}
              items={data.stats.topHolders.map(({ userId, name, count }) => ({
                id: userId,
                name: <PersonLink id={userId}>{name}</PersonLink>,
                value: count,
              }))}
            />
            <RecentUsers users={data.recentUsers} />
          </div>
          <div className="grid min-w-0 gap-4">
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
            <RecentActivity activity={data.recentActivity} />
          </div>
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
      <h2 id="analytics" className="mb-4 text-xl font-semibold tracking-tight">
        {t('analytics')}
      </h2>
      <AnalyticsFilterBar filter={filter} onChange={changeFilter} />
      <AnalyticsCards filter={filter} />
    </section>
  );
}

function withReminder(data: AdminDashboard, loanId: string, remindedAt: string) {
  return {
    ...data,
    overdueLoans: data.overdueLoans?.map((loan) =>
      loan.loanId === loanId ? { ...loan, remindedAt } : loan,
    ),
  };
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
      className="mb-8 grid two-columns gap-2 sm:grid-cols-3 sm:gap-3 xl:grid-cols-5"
    >
      {adminLinks.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className="card flex min-h-12 items-center gap-2 px-3 text-sm font-semibold sm:gap-3 sm:px-4 transition-colors duration-150 hover:border-accent hover:text-accent max-sm:last:col-span-full"
        >
          <Icon aria-hidden className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 flex-1">{t(label)}</span>
        </Link>
      ))}
    </nav>
  );
}

function OpenIncidents({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice tone="warning" icon={<SearchX aria-hidden />} className="mb-4">
      <Link to="/dashboard/admin/incidents" className="font-semibold underline">
        {t('open-reports', { count })}
      </Link>
    </Notice>
  );
}

function UnseenKeys({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice tone="info" icon={<ListChecks aria-hidden />} className="mb-4">
      {t('keys-unseen', { count, days: unseenDays })}{' '}
      <Link to="/dashboard/count" className="font-semibold underline">
        {t('count')}
      </Link>
    </Notice>
  );
}

const adminLinks = [
  { to: '/dashboard/admin/users', label: 'manage-users', Icon: UsersRound },
  { to: '/dashboard/admin/keys', label: 'manage-keys', Icon: KeyRound },
  { to: '/dashboard/admin/security', label: 'security-settings', Icon: ShieldCheck },
  { to: '/dashboard/admin/reports', label: 'view-reports', Icon: ChartLine },
  { to: '/dashboard/admin/audit', label: 'audit-log', Icon: ScrollText },
] as const;

const dashboardQuery = queryOptions({
  queryKey: ['admin-dashboard'],
  queryFn: async ({ signal }) => (await call(api.adminDashboard, { signal })).data,
  // Keys become overdue without any event.
  refetchInterval: 60_000,
});

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
