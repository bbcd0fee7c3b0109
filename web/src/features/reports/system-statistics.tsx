import type { Reports } from '@keydesk/shared/dashboard/dashboard';
import { CircleCheck, Gauge, KeyRound, KeySquare } from 'lucide-react';
import { StatTile } from '../../ui/stat-tile.tsx';

/** How many keys there are and how many are out. */
export const SystemStatistics = ({ statistics }: { statistics: Reports['systemStatistics'] }) => (
  <section aria-labelledby="system-statistics" className="mt-8">
    <h2 id="system-statistics" className="mb-4 text-xl font-semibold tracking-tight">
      System Statistics
    </h2>
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatTile label="Total Keys" value={statistics.totalKeys} icon={<KeyRound />} />
      <StatTile label="Keys in Use" value={statistics.keysInUse} icon={<KeySquare />} tone="out" />
      <StatTile
        label="Available Keys"
        value={statistics.availableKeys}
        icon={<CircleCheck />}
        tone="available"
      />
      <StatTile label="Usage Rate" value={`${statistics.usageRate.toFixed(1)}%`} icon={<Gauge />} />
    </ul>
  </section>
);
