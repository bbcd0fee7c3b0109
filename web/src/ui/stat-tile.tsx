import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './loading.tsx';

type StatTileProps = {
  label: string;
  /** Undefined while loading. */
  value: ReactNode;
  icon: ReactNode;
  tone?: 'neutral' | 'available' | 'out' | 'overdue';
  /** How the number has changed. */
  change?: ReactNode;
  /** Where what is counted is listed. */
  link?: TileLink | undefined;
  className?: string | undefined;
};

export type TileLink = { to: string; search?: Record<string, string> };

const tones = {
  neutral: 'bg-accent-soft text-accent',
  available: 'bg-available-soft text-available',
  out: 'bg-out-soft text-out',
  overdue: 'bg-overdue-soft text-overdue',
};

/** A list of tiles: two beside each other, or one where the text is too large for that. */
export const tileGrid = 'grid two-columns gap-3';

/** A number with its label; tiles belong in a list. */
export function StatTile(props: StatTileProps) {
  const { label, value, icon, tone = 'neutral', change, link, className } = props;
  return (
    <li
      className={classNames(
        'card relative flex flex-wrap items-center gap-2.5 p-3 sm:gap-3.5 sm:p-4',
        link && 'transition-colors duration-150 hover:border-accent',
        className,
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'grid size-10 shrink-0 place-items-center rounded-control sm:size-11 [&_svg]:size-5',
          tones[tone],
        )}
      >
        {icon}
      </span>
      <div className="min-w-min flex-1">
        <div className="flex flex-col-reverse">
          <p className="text-sm text-muted">
            {link ? <TileTitle {...link} label={label} /> : label}
          </p>
          {value === undefined ? (
            <Skeleton className="h-8 w-12" />
          ) : (
            <p className="text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
          )}
        </div>
        {change}
      </div>
    </li>
  );
}

/** The label as a link that covers the tile. */
function TileTitle({ label, to, search }: TileLink & { label: string }) {
  return (
    <Link
      to={to}
      {...(search && { search })}
      className="after:absolute after:inset-0 after:rounded-card"
    >
      {label}
    </Link>
  );
}
