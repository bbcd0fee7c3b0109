import type { ActiveUsers, KeyUsage, PeakUsage } from '@keydesk/shared/insight/analytics';
import type { OperatorDashboard, PastStats } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/analytics';
import { Link } from '@tanstack/react-router';
import {
  AlarmClock,
  CircleCheck,
  Equal,
  KeyRound,
  KeySquare,
  MoveDown,
  MoveUp,
  SearchX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import { KeyNumber } from '../../ui/record-link.tsx';

type KeyFiguresProps = {
  stats: OperatorDashboard['stats'] | undefined;
  weekAgo?: PastStats | null | undefined;
  links?: Partial<Record<KeyFigure, TileLink>>;
  children?: ReactNode;
  className: string;
};

type KeyFigure = keyof OperatorDashboard['stats'];

export function KeyFigures(props: KeyFiguresProps) {
  const { stats, weekAgo, links = {}, children, className } = props;
  const figure = (name: KeyFigure) => ({
    value: stats?.[name],
    change: stats && weekAgo && <WeekChange now={stats[name]} before={weekAgo[name]} />,
    link: links[name],
  });
  return (
    <ul aria-label={t('key-figures')} className={classNames(tileGrid, className)}>
      {children}
      <StatTile label={t('total-keys')} {...figure('totalKeys')} icon={<KeyRound />} />
      <StatTile
        label={t('available-keys')}
        {...figure('availableKeys')}
        icon={<CircleCheck />}
        tone="available"
      />
      <StatTile label={t('keys-in-use')} {...figure('keysInUse')} icon={<KeySquare />} tone="out" />
      {stats && stats.reportedKeys > 0 && (
        <StatTile label={t('reported-keys')} {...figure('reportedKeys')} icon={<SearchX />} />
      )}
      <StatTile
        label={t('overdue-keys')}
        {...figure('overdueKeys')}
        icon={<AlarmClock />}
        tone={stats && stats.overdueKeys > 0 ? 'overdue' : 'neutral'}
      />
    </ul>
  );
}

export function WeekChange({ now, before }: { now: number; before: number }) {
  return <Change now={now} before={before} than={t('a-week-ago')} className="mt-0.5 text-xs" />;
}

type StatTileProps = {
  label: string;
  value: ReactNode;
  icon: ReactNode;
  tone?: 'neutral' | 'available' | 'out' | 'overdue';
  change?: ReactNode;
  link?: TileLink | undefined;
  className?: string | undefined;
};

type TileLink = { to: string; search?: Record<string, string> };

const tones = {
  neutral: 'bg-accent-soft text-accent',
  available: 'bg-available-soft text-available',
  out: 'bg-out-soft text-out',
  overdue: 'bg-overdue-soft text-overdue',
};

/** Two tiles in a row, or one where the text is too large for that. */
export const tileGrid = 'grid two-columns gap-3';

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
