import { formatDateTime } from '../lib/format.ts';
import { Skeleton } from './loading.tsx';

type ActivityItem = { id: string; action: string; timestamp: string };

/** Recent activity, each entry with its time. */
export function ActivityList({ activity }: { activity: readonly ActivityItem[] }) {
  return (
    <>
      {activity.length === 0 && <p className="py-6 text-center text-muted">No activity yet</p>}
      <ul className="divide-y divide-line">
        {activity.map((happening) => (
          <li key={happening.id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <p className="min-w-0">{happening.action}</p>
            <p className="text-sm leading-6 text-muted tabular-nums">
              {formatDateTime(happening.timestamp)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Takes the place of a list that is loading. */
export function ActivitySkeleton() {
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
