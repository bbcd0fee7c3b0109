import { t } from '@keydesk/shared/texts/en/page';
import { LoaderCircle } from 'lucide-react';
import { classNames } from './class-names.ts';

export function Loading({ label = t('loading') }: { label?: string }) {
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

/** For screen readers only, where skeletons show what is loading. */
export function LoadingAnnouncement({ label }: { label: string }) {
  return (
    <p role="status" className="sr-only">
      {label}
    </p>
  );
}

export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-pulse rounded-control bg-sunken', className)} />
  );
}

/** Purely visual, so pair it with words. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('animate-spin', className)} />;
}
