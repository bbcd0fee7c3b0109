import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import type { Role } from '@keydesk/shared/users/role';
import { formatDate, initialsOf } from '../../lib/format.ts';
import { Card } from '../../ui/page.tsx';
import { RankedList } from '../../ui/ranked-list.tsx';
import { PersonLink } from '../../ui/record-link.tsx';

/** Who has the most keys at the moment. */
export function TopHolders({ holders }: { holders: AdminDashboard['stats']['topHolders'] }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-4 font-semibold">Most Keys Out</h2>
      <RankedList
        empty="All keys are available!"
        items={holders.map(({ userId, name, count }) => ({
          id: userId,
          name: <PersonLink id={userId}>{name}</PersonLink>,
          value: count,
        }))}
      />
    </Card>
  );
}

/** How many people have which role. */
export function RoleDistribution({ byRole }: { byRole: AdminDashboard['stats']['usersByRole'] }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-4 font-semibold">Role Distribution</h2>
      <RankedList
        empty="No users yet"
        items={roleDistribution(byRole).map(({ label, count }) => ({
          id: label,
          name: label,
          value: count,
        }))}
      />
    </Card>
  );
}

const maxRecentUsers = 5;

/** The newest users. */
export function RecentUsers({ users }: { users: AdminDashboard['recentUsers'] }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-2 font-semibold">Recent Users</h2>
      {users.length === 0 && <p className="py-6 text-center text-muted">No users yet</p>}
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
              <span className="block capitalize">{user.role}</span>
              <span className="block tabular-nums max-sm:hidden">{formatDate(user.createdAt)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Roles as the dashboard groups them: operators count as Security, responders as Faculty. */
const roleGroupLabels: Readonly<Record<Role, string>> = {
  admin: 'Admins',
  security: 'Security',
  operator: 'Security',
  faculty: 'Faculty',
  responder: 'Faculty',
  pending: 'Pending',
};

/** How many people are in each group, the largest first. */
export function roleDistribution(
  byRole: AdminDashboard['stats']['usersByRole'],
): { label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const [role, count] of Object.entries(byRole)) {
    const label = roleGroupLabels[role as Role];
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}
