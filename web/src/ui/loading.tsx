import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** A wait with its reason in words. */
export function Loading({ label = 'Loading...' }: { label?: string }) {
  return (
    <div
      role="status"
      className="flex flex-col items-center justify-center gap-3 px-4 py-16 text-muted"
    >
      <Spinner className="size-6 text-accent" />
      <p>{label}</p>
    </div>
  );
}

/** The same to be heard alone, where what still loads is drawn in its place. */
export function LoadingAnnouncement({ label }: { label: string }) {
  return (
    <p role="status" className="sr-only">
      {label}
    </p>
  );
}

/** The shape of something still loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-pulse rounded-control bg-sunken', className)} />
  );
}
