import { Skeleton } from '../../ui/skeleton.tsx';
import { rowLook } from './taken-key-row.tsx';

/** The shape of the list while it loads, with the wait in words for screen readers. */
export const TakenKeySkeletons = () => (
  <div role="status" className="card divide-y divide-line overflow-hidden">
    <span className="sr-only">Loading taken keys...</span>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
      <div key={row} className={rowLook}>
        <Skeleton className="mt-1 size-5 rounded sm:mt-0" />
        <Skeleton className="h-7 w-28" />
        <div className="col-start-2 mt-1.5 space-y-2 sm:col-start-3 sm:mt-0">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-28" />
        </div>
        <Skeleton className="col-start-2 mt-2 h-4 w-36 sm:col-start-4 sm:mt-0" />
      </div>
    ))}
  </div>
);
