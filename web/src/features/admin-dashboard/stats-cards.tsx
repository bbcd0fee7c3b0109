import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import { AlarmClock, CircleCheck, KeyRound, KeySquare, UsersRound } from 'lucide-react';
import { StatTile } from '../../ui/stat-tile.tsx';

/** People and keys in five figures; undefined while they load. */
export const StatsCards = ({ stats }: { stats: AdminDashboard['stats'] | undefined }) => (
  <ul
    aria-label="Key figures"
    className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-5"
  >
    <StatTile
      label="Overdue Keys"
      value={stats?.overdueKeys}
      icon={<AlarmClock />}
      tone={stats && stats.overdueKeys > 0 ? 'overdue' : 'neutral'}
      className="max-lg:col-span-2 xl:order-last"
    />
    <StatTile label="Total Users" value={stats?.totalUsers} icon={<UsersRound />} />
    <StatTile label="Total Keys" value={stats?.totalKeys} icon={<KeyRound />} />
    <StatTile
      label="Available Keys"
      value={stats?.availableKeys}
      icon={<CircleCheck />}
      tone="available"
    />
    <StatTile label="Keys in Use" value={stats?.unavailableKeys} icon={<KeySquare />} tone="out" />
  </ul>
);
