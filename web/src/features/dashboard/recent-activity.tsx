import { formatDateTime } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';

type RecentActivityProps = {
  /** Undefined while it loads. */
  activity: readonly ActivityItem[] | undefined;
  className?: string;
};

type ActivityItem = { id: string; action: string; timestamp: string };

/** The latest events, each with its time. */
export function RecentActivity({ activity, className }: RecentActivityProps) {
  return (
    <Card aria-labelledby="recent-activity" className={classNames('min-w-0', className)}>
      <h2 id="recent-activity" className="mb-2 font-semibold">
        Recent Activity
      </h2>
      {activity ? <ActivityList activity={activity} /> : <ActivitySkeleton />}
    </Card>
  );
}

function ActivityList({ activity }: { activity: readonly ActivityItem[] }) {
  return (
    <>
      {activity.length === 0 && <p className="py-6 text-center text-muted">No activity yet</p>}
      <ul className="divide-y divide-line">
        {activity.map((item) => (
          <li key={item.id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <p className="min-w-0">{item.action}</p>
            <p className="text-sm leading-6 text-muted tabular-nums">
              {formatDateTime(item.timestamp)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function ActivitySkeleton() {
  return (
    <div aria-hidden className="divide-y divide-line">
      {[...'abcdefghij'].map((row) => (
        <div key={row} className="py-2.5">
          <Skeleton className="h-6 w-3/5" />
        </div>
      ))}
    </div>
  );
}
