import { decimalText, numberText } from '@keydesk/shared/core/formats';
import type { ActiveUsers, KeyUsage, PeakUsage } from '@keydesk/shared/insight/analytics';
import type { OperatorDashboard } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/analytics';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Equal, MoveDown, MoveUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useWideScreen } from '../../lib/hooks.ts';
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
        label={t('overdue')}
        {...figure('overdueKeys')}
        isLate={stats !== undefined && stats.overdueKeys > 0}
      />
      <StatTile label={t('reported')} {...figure('reportedKeys')} />
    </StatTiles>
  );
}

/** In one row, or three in a row on phones. */
export function StatTiles({ label, className, children }: StatTilesProps) {
  return (
    <ul
      aria-label={label}
      className={classNames(
        'mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-2 sm:gap-4',
        className,
      )}
    >
      {children}
    </ul>
  );
}

type StatTilesProps = { label?: string; className?: string; children: ReactNode };

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
  const difference = Math.abs(now - before);
  const amount = (inPoints ? decimalText : numberText)(difference);
  const same = Number(difference.toFixed(1)) === 0;
  const Icon = same ? Equal : now > before ? MoveUp : MoveDown;

  return (
    <p className={classNames('text-sm text-muted tabular-nums', className)}>
      <Icon aria-hidden className="me-1 inline size-[0.875em] align-[-0.1em]" />
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

export type ShortListItem = {
  id: string;
  name: ReactNode;
  note?: ReactNode;
  value?: ReactNode;
  /** In place of a value. */
  when?: string;
};

type ShortListProps = {
  items: readonly ShortListItem[];
  /** Shown if there is none. */
  empty: string;
  numbered?: boolean;
};

export function ShortList({ items, empty, numbered = false }: ShortListProps) {
  if (items.length === 0) return <p className="py-6 text-center text-muted">{empty}</p>;
  return (
    <ol className="divide-y divide-line text-sm">
      {items.map(({ id, name, note, value, when }, index) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 py-2">
          <div className="min-w-0 flex-1 basis-[7em] wrap-anywhere">
            {numbered && `${index + 1}. `}
            {name}
            {note && <span className="text-muted"> {note}</span>}
          </div>
          {when ? (
            <span className="text-end text-muted tabular-nums">{when}</span>
          ) : (
            <span className="min-w-[2ch] shrink-0 text-end font-semibold tabular-nums">
              {value}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

type ShortListCardProps = ShortListProps & {
  title: string;
  note?: string | undefined;
  heading?: 'h2' | 'h3';
  /** Below the list: a link to the whole. */
  children?: ReactNode;
};

export function ShortListCard(props: ShortListCardProps) {
  const { title, note, heading: Heading = 'h3', children, ...list } = props;
  const id = useId();
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <Heading id={id} className="mb-1 font-semibold">
        {title}
      </Heading>
      {note && <p className="text-sm text-muted">{note}</p>}
      <ShortList {...list} />
      {children}
    </Card>
  );
}

type FoldingCardProps = { title: string; note?: ReactNode; children: ReactNode };

/** On narrow screens only its title, until someone opens it. */
export function FoldingCard({ title, note, children }: FoldingCardProps) {
  const id = useId();
  const heading = (
    <h3 id={id} className="font-semibold">
      {title}
    </h3>
  );
  const text = note && <p className="mb-1 text-sm text-muted">{note}</p>;
  if (useWideScreen())
    return (
      <Card aria-labelledby={id} className="min-w-0">
        {heading}
        {text}
        {children}
      </Card>
    );
  return (
    <details aria-labelledby={id} className="group card px-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
        {heading}
        <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="pb-4">
        {text}
        {children}
      </div>
    </details>
  );
}

export function rankedHours(peakUsage: PeakUsage | undefined): ShortListItem[] {
  return (peakUsage?.peakHours ?? []).map(({ timeLabel, count }) => ({
    id: timeLabel,
    name: timeLabel,
    value: count,
  }));
}

export function rankedDepartments(
  activeUsers: ActiveUsers | undefined,
  departmentLabel: (code: string) => string,
): ShortListItem[] {
  return (activeUsers?.usersByDepartment ?? []).map(({ _id, count }) => ({
    id: _id,
    name: departmentLabel(_id),
    value: count,
  }));
}

/** With `departmentLabel` in full: with a link to each key and its department. */
export function rankedKeys(
  keyUsage: KeyUsage | undefined,
  departmentLabel?: (code: string) => string,
): ShortListItem[] {
  return (keyUsage?.mostUsedKeys ?? []).map((key) => ({
    id: key.keyNumber,
    name: <KeyNumber number={key.keyNumber} linkTo={departmentLabel && key.keyId} />,
    note: departmentLabel ? `${key.keyName}, ${departmentLabel(key.department)}` : key.keyName,
    value: key.usageCount,
  }));
}
