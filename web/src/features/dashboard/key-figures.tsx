import type { OperatorDashboard, PastStats } from '@keydesk/shared/dashboard/dashboard';
import { AlarmClock, CircleCheck, KeyRound, KeySquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { Change } from '../../ui/change.tsx';
import { classNames } from '../../ui/class-names.ts';
import { StatTile, type TileLink, tileGrid } from '../../ui/stat-tile.tsx';

type KeyFiguresProps = {
  /** Undefined while they load. */
  stats: OperatorDashboard['stats'] | undefined;
  /** The same a week ago, if they are compared. */
  weekAgo?: PastStats | null | undefined;
  /** Where the keys of each tile are listed. */
  links?: Partial<Record<KeyFigure, TileLink>>;
  /** Tiles before those of the keys. */
  children?: ReactNode;
  className: string;
  overdueClassName?: string;
};

type KeyFigure = keyof OperatorDashboard['stats'];

/** How many keys there are, in which state. */
export function KeyFigures(props: KeyFiguresProps) {
  const { stats, weekAgo, links = {}, children, className, overdueClassName } = props;
  const figure = (name: KeyFigure) => ({
    value: stats?.[name],
    change: stats && weekAgo && <WeekChange now={stats[name]} before={weekAgo[name]} />,
    link: links[name],
  });
  return (
    <ul aria-label="Key figures" className={classNames(tileGrid, className)}>
      {children}
      <StatTile label="Total Keys" {...figure('totalKeys')} icon={<KeyRound />} />
      <StatTile
        label="Available Keys"
        {...figure('availableKeys')}
        icon={<CircleCheck />}
        tone="available"
      />
      <StatTile
        label="Keys in Use"
        {...figure('unavailableKeys')}
        icon={<KeySquare />}
        tone="out"
      />
      <StatTile
        label="Overdue Keys"
        {...figure('overdueKeys')}
        icon={<AlarmClock />}
        tone={stats && stats.overdueKeys > 0 ? 'overdue' : 'neutral'}
        className={overdueClassName}
      />
    </ul>
  );
}

/** How a figure of a tile differs from that of a week ago. */
export function WeekChange({ now, before }: { now: number; before: number }) {
  return <Change now={now} before={before} than="a week ago" className="mt-0.5 text-xs" />;
}
