import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import { Card } from '../../ui/card.tsx';
import { RankedList } from '../../ui/ranked-list.tsx';
import { roleDistribution } from './role-distribution.ts';

/** Who has the most keys out now. */
export const TopHolders = ({ holders }: { holders: AdminDashboard['stats']['topHolders'] }) => (
  <Card className="min-w-0">
    <h2 className="mb-4 font-semibold">Most Keys Out</h2>
    <RankedList
      empty="All keys are available!"
      items={holders.map(({ userId, name, count }) => ({ id: userId, name, value: count }))}
    />
  </Card>
);

/** How many people have which role. */
export const RoleDistribution = ({
  byRole,
}: {
  byRole: AdminDashboard['stats']['usersByRole'];
}) => (
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
