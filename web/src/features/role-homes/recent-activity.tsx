import type { OperatorDashboard } from '@keydesk/shared/dashboard/dashboard';
import { ActivityList, ActivitySkeleton } from '../../ui/activity-list.tsx';
import { Card } from '../../ui/card.tsx';

type RecentActivityProps = {
  /** Undefined while it loads. */
  activity: OperatorDashboard['recentActivity'] | undefined;
};

/** What became of keys last. */
export const RecentActivity = ({ activity }: RecentActivityProps) => (
  <Card aria-labelledby="recent-activity" className="h-full min-w-0">
    <h2 id="recent-activity" className="mb-2 text-lg font-semibold">
      Recent Activity
    </h2>
    {activity ? <ActivityList activity={activity} /> : <ActivitySkeleton />}
  </Card>
);
