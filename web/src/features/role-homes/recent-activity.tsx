import type { OperatorDashboard } from '@keydesk/shared/dashboard/dashboard';
import { ActivityList } from '../../ui/activity-list.tsx';
import { Card } from '../../ui/card.tsx';

/** What became of keys last. */
export const RecentActivity = ({ activity }: { activity: OperatorDashboard['recentActivity'] }) => (
  <Card aria-labelledby="recent-activity" className="h-full min-w-0">
    <h2 id="recent-activity" className="mb-2 text-lg font-semibold">
      Recent Activity
    </h2>
    <ActivityList activity={activity} />
  </Card>
);
