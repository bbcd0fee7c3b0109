import { Skeleton } from '../../ui/skeleton.tsx';
import { lineLook, rowLook } from './key-row.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f'];

const RowSkeleton = () => (
  <div className={rowLook(true)}>
    <div className={lineLook}>
      <Skeleton className="h-6 w-28 md:row-span-2" />
      <Skeleton className="h-11 w-30 justify-self-end sm:h-9 md:col-start-4 md:row-span-2 md:row-start-1" />
    </div>
    <Skeleton className="mt-2 mb-1 h-4 w-36 md:col-start-2 md:row-start-1 md:mt-1 md:self-end" />
    <div className={lineLook}>
      <Skeleton className="my-0.5 h-4 w-28 md:col-start-2 md:row-start-2 md:self-start" />
      <Skeleton className="h-6 w-22 rounded-full md:col-start-3 md:row-span-2 md:row-start-1" />
    </div>
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
