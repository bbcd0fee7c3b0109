import { percentText } from '@keydesk/shared/core/formats';
import { t } from '@keydesk/shared/texts/en/analytics';
import type { ReactNode } from 'react';
import { useEntryLabel } from '../../lib/campus.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import { type AnalyticsFilter, keysNote, periodLabels } from './analytics-filter.tsx';
import {
  Change,
  rankedDepartments,
  rankedHours,
  rankedKeys,
  ShortList,
  type ShortListItem,
} from './figures.tsx';
import { useAnalytics } from './queries.ts';

const maxItems = 3;

export function AnalyticsCards({ filter }: { filter: AnalyticsFilter }) {
  const { keyUsage, activeUsers, peakUsage, before, loading } = useAnalytics(filter);
  const departmentLabel = useEntryLabel('departments');
  const than = t('in-before', { before: periodLabels(filter).before });
  const change = (now: number | undefined, previous: number | undefined, inPoints = false) =>
    now !== undefined &&
    previous !== undefined && (
      <Change now={now} before={previous} than={than} inPoints={inPoints} />
    );
  const cards: AnalyticsCardProps[] = [
    {
      title: t('peak-usage'),
      figure: percentText(peakUsage?.usedInRangePercentage ?? 0),
      caption: t('of-all-keys'),
      change: change(
        peakUsage?.usedInRangePercentage,
        before.peakUsage?.usedInRangePercentage,
        true,
      ),
      note: keysNote(filter),
      loading: loading && !peakUsage,
      empty: t('no-peak-usage-data-available'),
      items: rankedHours(peakUsage),
    },
    {
      title: t('active-users'),
      figure: activeUsers?.activeUsersCount ?? 0,
      caption: t('signed-in-or-moved'),
      change: change(activeUsers?.activeUsersCount, before.activeUsers?.activeUsersCount),
      loading: loading && !activeUsers,
      empty: t('no-department-data-available'),
      items: rankedDepartments(activeUsers, departmentLabel),
    },
    {
      title: t('key-usage'),
      figure: keyUsage?.totalUsage ?? 0,
      caption: t('keys-handed-out'),
      change: change(keyUsage?.totalUsage, before.keyUsage?.totalUsage),
      note: keysNote(filter),
      loading: loading && !keyUsage,
      empty: t('no-usage-data-available'),
      items: rankedKeys(keyUsage),
    },
  ];
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {cards.map((card) => (
        <AnalyticsCard key={card.title} {...card} />
      ))}
    </div>
  );
}

type AnalyticsCardProps = {
  title: string;
  figure: ReactNode;
  change: ReactNode;
  note?: string | undefined;
  caption: string;
  loading: boolean;
  items: readonly ShortListItem[];
  empty: string;
};

function AnalyticsCard(props: AnalyticsCardProps) {
  const { title, figure, caption, change, note, loading, items, empty } = props;
  return (
    <Card className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      {note && <p className="text-sm text-muted">{note}</p>}
      {loading ? (
        <Skeleton className="mt-3 h-44" />
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-2xl font-semibold tracking-tight tabular-nums">{figure}</span>
            <span className="text-sm text-muted">{caption}</span>
          </p>
          {change}
          <div className="mt-2 border-t border-line">
            <ShortList items={items.slice(0, maxItems)} empty={empty} />
          </div>
        </>
      )}
    </Card>
  );
}
