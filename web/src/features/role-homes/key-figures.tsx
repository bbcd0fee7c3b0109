import type { OperatorDashboard } from '@keydesk/shared/dashboard/dashboard';
import { AlarmClock, CircleCheck, KeyRound, KeySquare } from 'lucide-react';
import { StatTile } from '../../ui/stat-tile.tsx';

/** The keys of the campus in four figures; undefined while they load. */
export const KeyFigures = ({ stats }: { stats: OperatorDashboard['stats'] | undefined }) => (
  <ul aria-label="Key figures" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
    <StatTile label="Total Keys" value={stats?.totalKeys} icon={<KeyRound />} />
    <StatTile
      label="Available Keys"
      value={stats?.availableKeys}
      icon={<CircleCheck />}
      tone="available"
    />
    <StatTile label="Keys in Use" value={stats?.unavailableKeys} icon={<KeySquare />} tone="out" />
    <StatTile
      label="Overdue Keys"
      value={stats?.overdueKeys}
      icon={<AlarmClock />}
      tone={stats && stats.overdueKeys > 0 ? 'overdue' : 'neutral'}
    />
  </ul>
);
