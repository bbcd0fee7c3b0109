import type { OperatorDashboard } from '@keydesk/shared/dashboard/dashboard';
import { momentText } from '../../lib/date-text.ts';
import { Card } from '../../ui/card.tsx';

/** What became of keys last. */
export const RecentActivity = ({ activity }: { activity: OperatorDashboard['recentActivity'] }) => (
  <Card aria-labelledby="recent-activity" className="h-full min-w-0">
    <h2 id="recent-activity" className="mb-2 text-lg font-semibold">
      Recent Activity
    </h2>
    {activity.length === 0 && <p className="py-6 text-center text-muted">No activity yet</p>}
    <ul className="divide-y divide-line">
      {activity.map((happening) => (
        <li key={happening.id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <p className="min-w-0">{happening.action}</p>
          <p className="text-sm leading-6 text-muted tabular-nums">
            {momentText(happening.timestamp)}
          </p>
        </li>
      ))}
    </ul>
  </Card>
);
