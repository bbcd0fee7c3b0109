import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './loading.tsx';

type StatTileProps = {
  label: string;
  /** Undefined while loading. */
  value: ReactNode;
  icon: ReactNode;
  tone?: 'neutral' | 'available' | 'out' | 'overdue';
  className?: string | undefined;
};

const tones = {
  neutral: 'bg-accent-soft text-accent',
  available: 'bg-available-soft text-available',
  out: 'bg-out-soft text-out',
  overdue: 'bg-overdue-soft text-overdue',
};

/** A number with its label; tiles belong in a list. */
export function StatTile({ label, value, icon, tone = 'neutral', className }: StatTileProps) {
  return (
    <li className={classNames('card flex items-center gap-2.5 p-3 sm:gap-3.5 sm:p-4', className)}>
      <span
        aria-hidden
        className={classNames(
          'grid size-10 shrink-0 place-items-center rounded-control sm:size-11 [&_svg]:size-5',
          tones[tone],
        )}
      >
        {icon}
      </span>
      <div className="flex min-w-0 flex-col-reverse">
        <p className="text-sm text-muted">{label}</p>
        {value === undefined ? (
          <Skeleton className="h-8 w-12" />
        ) : (
          <p className="text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
        )}
      </div>
    </li>
  );
}
