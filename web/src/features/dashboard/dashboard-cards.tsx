import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import { formatDate, initialsOf } from '../../lib/format.ts';
import { Card } from '../../ui/page.tsx';
import { RankedList } from '../../ui/ranked-list.tsx';
import { roleDistribution } from './role-distribution.ts';

/** Who has the most keys at the moment. */
export function TopHolders({ holders }: { holders: AdminDashboard['stats']['topHolders'] }) {
  return (
    <Card className="min-w-0">
      <h2 className="mb-4 font-semibold">Most Keys Out</h2>
      <RankedList
        empty="All keys are available!"
        items={holders.map(({ userId, name, count }) => ({ id: userId, name, value: count }))}
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
            <span
              aria-hidden
              className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
            >
              {initialsOf(user.name)}
            </span>
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{user.name}</p>
              <p className="truncate text-sm text-muted">{user.email}</p>
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
