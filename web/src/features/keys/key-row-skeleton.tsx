import { Skeleton } from '../../ui/skeleton.tsx';
import { rowLook } from './key-row.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f'];

const RowSkeleton = () => (
  <div className={rowLook(true)}>
    <Skeleton className="my-0.5 h-6 w-28 md:row-span-2" />
    <Skeleton className="col-start-2 row-start-1 h-6 w-22 justify-self-end rounded-full md:col-start-3 md:justify-self-start" />
    <div className="mt-1 space-y-2 py-1 md:col-start-2 md:row-start-1 md:mt-0">
      <Skeleton className="h-4 w-36" />
      <Skeleton className="h-4 w-28" />
    </div>
    <Skeleton className="col-start-2 row-start-2 mt-2 h-11 w-30 self-end md:col-start-4 md:row-start-1 md:mt-0 sm:h-9 md:justify-self-end" />
  </div>
);

/** The shape of a list of keys while it loads, with the wait in words for screen readers. */
export const KeyRowSkeletons = ({ label = 'Loading keys...' }: { label?: string }) => (
  <div role="status" className="card divide-y divide-line overflow-hidden">
    <span className="sr-only">{label}</span>
    {rows.map((row) => (
      <RowSkeleton key={row} />
    ))}
  </div>
);
