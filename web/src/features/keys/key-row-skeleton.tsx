import { Skeleton } from '../../ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The shape of a list of keys while it loads, with the wait in words for screen readers. */
export const KeyRowSkeletons = ({ label = 'Loading keys...' }: { label?: string }) => (
  <div role="status" className="card divide-y divide-line overflow-hidden">
    <span className="sr-only">{label}</span>
    {rows.map((row) => (
      <div key={row} className="flex h-27 items-center gap-4 px-4 sm:h-21 sm:px-5">
        <Skeleton className="h-7 w-28 shrink-0 self-start max-sm:mt-4" />
        <div className="min-w-0 flex-1 space-y-2 max-sm:hidden">
          <Skeleton className="h-4 w-2/3 max-w-60" />
          <Skeleton className="h-3.5 w-1/2 max-w-44" />
        </div>
        <Skeleton className="ml-auto h-9 w-28 shrink-0 max-sm:mb-4 max-sm:self-end" />
      </div>
    ))}
  </div>
);
