import type { ActiveUsers, KeyUsage, PeakUsage } from '@keydesk/shared/insight/analytics';
import type { OperatorDashboard } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/analytics';
import { Link } from '@tanstack/react-router';
import { Equal, MoveDown, MoveUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import { KeyNumber } from '../../ui/record-link.tsx';

type KeyFiguresProps = {
  stats: OperatorDashboard['stats'] | undefined;
  links?: Partial<Record<KeyFigure, TileLink>>;
  children?: ReactNode;
};

type KeyFigure = keyof OperatorDashboard['stats'];

export function KeyFigures({ stats, links = {}, children }: KeyFiguresProps) {
  const figure = (name: KeyFigure) => ({ value: stats?.[name], link: links[name] });
  return (
    <StatTiles label={t('key-figures')}>
      {children}
      <StatTile label={t('total-keys')} {...figure('totalKeys')} />
      <StatTile label={t('available-keys')} {...figure('availableKeys')} />
      <StatTile label={t('keys-in-use')} {...figure('keysInUse')} />
      <StatTile
        label={t('overdue-keys')}
        {...figure('overdueKeys')}
        isLate={stats !== undefined && stats.overdueKeys > 0}
      />
      {stats && stats.reportedKeys > 0 && (
        <StatTile label={t('reported-keys')} {...figure('reportedKeys')} />
      )}
    </StatTiles>
  );
}

/** In one row, or three in a row on phones. */
export function StatTiles({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-2 sm:gap-4"
    >
      {children}
    </ul>
  );
}

type StatTileProps = {
  label: string;
  value: ReactNode;
  isLate?: boolean;
  link?: TileLink | undefined;
};

type TileLink = { to: string; search?: Record<string, string> };

export function StatTile({ label, value, isLate = false, link }: StatTileProps) {
  return (
    <li
      className={classNames(
        'card relative px-3 py-2.5 sm:px-4',
        link && 'transition-colors duration-150 hover:border-accent',
      )}
    >
      <p className="text-xs text-muted sm:text-sm">
        {link ? <TileTitle {...link} label={label} /> : label}
      </p>
      {value === undefined ? (
        <Skeleton className="h-8 w-12" />
      ) : (
        <p
          className={classNames(
            'text-2xl font-semibold tracking-tight tabular-nums',
            isLate && 'text-overdue',
          )}
        >
          {value}
        </p>
      )}
    </li>
  );
}

/** The label is a link that covers the tile. */
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

type ChangeProps = {
  now: number;
  before: number;
  /** The comparison: 'a week ago', 'in the 7 days before'. */
  than: string;
  /** For percentages: the difference is in points, with one decimal. */
  inPoints?: boolean;
  className?: string;
};

export function Change({ now, before, than, inPoints = false, className }: ChangeProps) {
  const amount = Math.abs(now - before).toFixed(inPoints ? 1 : 0);
  const same = Number(amount) === 0;
  const Icon = same ? Equal : now > before ? MoveUp : MoveDown;

  return (
    <p className={classNames('text-sm text-muted tabular-nums', className)}>
      <Icon aria-hidden className="mr-1 inline size-[0.875em] align-[-0.1em]" />
      {same
        ? t(inPoints ? 'as-much' : 'as-many', { than })
        : t(inPoints ? 'points-than' : 'count-than', {
            amount,
            change: now > before ? 'more' : 'less',
            than,
          })}
    </p>
  );
}

export type RankedItem = { id: string; name: ReactNode; note?: ReactNode; value: number };

type RankedListProps = {
  items: readonly RankedItem[];
  /** Shown if there is nothing to rank. */
  empty: string;
  numbered?: boolean;
};

/** Bars are relative to the highest count. */
export function RankedList({ items, empty, numbered = false }: RankedListProps) {
  if (items.length === 0) return <p className="py-6 text-center text-muted">{empty}</p>;
  const highest = Math.max(1, ...items.map((item) => item.value));
  return (
    <ol className="flex flex-col gap-3.5">
      {items.map((item, index) => (
        <li key={item.id}>
          <div className="flex items-baseline gap-3">
            {numbered && (
              <span className="min-w-4 shrink-0 text-sm text-muted tabular-nums">{index + 1}</span>
            )}
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{item.name}</p>
              {item.note && <p className="truncate text-sm text-muted">{item.note}</p>}
            </div>
            <span className="font-semibold tabular-nums">{item.value}</span>
          </div>
          <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-accent"
              style={{ width: `${(100 * item.value) / highest}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

type RankedCardProps = RankedListProps & {
  title: string;
  note?: string | undefined;
  heading?: 'h2' | 'h3';
};

export function RankedCard({ title, note, heading: Heading = 'h3', ...list }: RankedCardProps) {
  return (
    <Card className="min-w-0">
      <Heading className="mb-4 font-semibold">{title}</Heading>
      {note && <p className="-mt-3 mb-4 text-sm text-muted">{note}</p>}
      <RankedList {...list} />
    </Card>
  );
}

export function rankedHours(peakUsage: PeakUsage | undefined): RankedItem[] {
  return (peakUsage?.peakHours ?? []).map(({ timeLabel, count }) => ({
    id: timeLabel,
    name: timeLabel,
    value: count,
  }));
}

export function rankedDepartments(activeUsers: ActiveUsers | undefined): RankedItem[] {
  return (activeUsers?.usersByDepartment ?? []).map(({ _id, count }) => ({
    id: _id,
    name: _id,
    value: count,
  }));
}

export function rankedKeys(keyUsage: KeyUsage | undefined, withDepartment = false): RankedItem[] {
  return (keyUsage?.mostUsedKeys ?? []).map((key) => ({
    id: key.keyNumber,
    name: (
      <>
        <KeyNumber number={key.keyNumber} linkTo={key.keyId} /> {key.keyName}
      </>
    ),
    note: withDepartment && key.department,
    value: key.usageCount,
  }));
}
