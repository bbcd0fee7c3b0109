import type { LucideIcon } from 'lucide-react';

type CounterCardProps = { label: string; Icon: LucideIcon };

/** A counter without a source: it has its place, and no number to show. */
export const CounterCard = ({ label, Icon }: CounterCardProps) => (
  <div className="card flex flex-col gap-3 p-4 sm:p-5">
    <dt className="flex min-h-10 items-center gap-2.5 text-sm leading-5 sm:min-h-0 font-medium text-muted">
      <Icon aria-hidden className="size-5 shrink-0 text-accent" />
      {label}
    </dt>
    <dd className="text-muted">
      <span aria-hidden className="block text-3xl leading-none font-semibold">
        —
      </span>
      <span className="mt-2 block text-xs">Not connected</span>
    </dd>
  </div>
);
