import { Skeleton } from '../../ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The shape of the list of keys while it loads. */
export const KeyListSkeleton = () => (
  <div role="status" className="card divide-y divide-line overflow-hidden">
    <span className="sr-only">Loading keys...</span>
    {rows.map((row) => (
      <div key={row} className="flex items-center gap-6 px-5 py-4">
        <Skeleton className="h-6 w-24" />
        <div className="flex-1 space-y-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3.5 w-3/5" />
        </div>
        <Skeleton className="h-6 w-22 rounded-full" />
      </div>
    ))}
  </div>
);
