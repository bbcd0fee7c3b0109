import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import { dayText } from '../../lib/date-text.ts';
import { initialsOf } from '../../lib/initials.ts';
import { ActivityList } from '../../ui/activity-list.tsx';
import { Card } from '../../ui/card.tsx';

/** People shown (spec §9). */
const newest = 5;

/** Who joined last. */
export const RecentUsers = ({ users }: { users: AdminDashboard['recentUsers'] }) => (
  <Card className="min-w-0">
    <h2 className="mb-2 font-semibold">Recent Users</h2>
    {users.length === 0 && <p className="py-6 text-center text-muted">No users yet</p>}
    <ul className="divide-y divide-line">
      {users.slice(0, newest).map((user) => (
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
            <span className="block tabular-nums max-sm:hidden">{dayText(user.createdAt)}</span>
          </p>
        </li>
      ))}
    </ul>
  </Card>
);

/** What happened last. */
export const RecentActivity = ({ activity }: { activity: AdminDashboard['recentActivity'] }) => (
  <Card className="min-w-0">
    <h2 className="mb-2 font-semibold">Recent Activity</h2>
    <ActivityList activity={activity} />
  </Card>
);
