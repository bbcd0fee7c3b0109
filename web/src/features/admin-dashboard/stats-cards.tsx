import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import { AlarmClock, CircleCheck, KeyRound, KeySquare, UsersRound } from 'lucide-react';
import { StatTile } from '../../ui/stat-tile.tsx';

/** People and keys in five figures. */
export const StatsCards = ({ stats }: { stats: AdminDashboard['stats'] }) => (
  <dl className="mb-8 grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-5">
    <div className="max-lg:col-span-2 xl:order-last [&>div]:h-full">
      <StatTile
        label="Overdue Keys"
        value={stats.overdueKeys}
        icon={<AlarmClock />}
        tone={stats.overdueKeys > 0 ? 'overdue' : 'neutral'}
      />
    </div>
    <StatTile label="Total Users" value={stats.totalUsers} icon={<UsersRound />} />
    <StatTile label="Total Keys" value={stats.totalKeys} icon={<KeyRound />} />
    <StatTile
      label="Available Keys"
      value={stats.availableKeys}
      icon={<CircleCheck />}
      tone="available"
    />
    <StatTile label="Keys in Use" value={stats.unavailableKeys} icon={<KeySquare />} tone="out" />
  </dl>
);
