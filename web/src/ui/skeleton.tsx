import { classNames } from './class-names.ts';

/** The shape of something still loading. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={classNames('animate-pulse rounded-control bg-sunken', className)} />
);
