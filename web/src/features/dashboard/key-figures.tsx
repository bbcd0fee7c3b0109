import type { OperatorDashboard } from '@keydesk/shared/dashboard/dashboard';
import { AlarmClock, CircleCheck, KeyRound, KeySquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { StatTile } from '../../ui/stat-tile.tsx';

type KeyFiguresProps = {
  /** Undefined while they load. */
  stats: OperatorDashboard['stats'] | undefined;
  /** Tiles before those of the keys. */
  children?: ReactNode;
  className: string;
  overdueClassName?: string;
};

/** How many keys there are, in which state. */
export function KeyFigures({ stats, children, className, overdueClassName }: KeyFiguresProps) {
  return (
    <ul aria-label="Key figures" className={classNames('grid grid-cols-2 gap-3', className)}>
      {children}
      <StatTile label="Total Keys" value={stats?.totalKeys} icon={<KeyRound />} />
      <StatTile
        label="Available Keys"
        value={stats?.availableKeys}
        icon={<CircleCheck />}
        tone="available"
      />
      <StatTile
        label="Keys in Use"
        value={stats?.unavailableKeys}
        icon={<KeySquare />}
        tone="out"
      />
      <StatTile
        label="Overdue Keys"
        value={stats?.overdueKeys}
        icon={<AlarmClock />}
        tone={stats && stats.overdueKeys > 0 ? 'overdue' : 'neutral'}
        className={overdueClassName}
      />
    </ul>
  );
}
