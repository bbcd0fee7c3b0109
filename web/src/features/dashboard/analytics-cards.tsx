import type { ActiveUsers, KeyUsage, PeakUsage } from '@keydesk/shared/analytics/analytics';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import { type RankedItem, RankedList } from '../../ui/ranked-list.tsx';

const maxItems = 3;

type AnalyticsCardProps = {
  title: string;
  figure: ReactNode;
  caption: string;
  loading: boolean;
  items: readonly RankedItem[];
  empty: string;
};

type AnalyticsCardsProps = {
  analytics: {
    keyUsage: KeyUsage | undefined;
    activeUsers: ActiveUsers | undefined;
    peakUsage: PeakUsage | undefined;
    loading: boolean;
  };
};

/** Peak usage, active users and key usage, with the top three of each. */
export function AnalyticsCards({ analytics }: AnalyticsCardsProps) {
  const { keyUsage, activeUsers, peakUsage, loading } = analytics;
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <AnalyticsCard
        title="Peak Usage"
        figure={`${(peakUsage?.usagePercentage ?? 0).toFixed(1)}%`}
        caption="of all keys were used"
        loading={loading && !peakUsage}
        empty="No peak usage data available"
        items={(peakUsage?.peakHours ?? []).map(({ timeLabel, count }) => ({
          id: timeLabel,
          name: timeLabel,
          value: count,
        }))}
      />
      <AnalyticsCard
        title="Active Users"
        figure={activeUsers?.activeUsersCount ?? 0}
        caption="signed in or moved a key"
        loading={loading && !activeUsers}
        empty="No department data available"
        items={(activeUsers?.usersByDepartment ?? []).map(({ _id, count }) => ({
          id: _id,
          name: _id,
          value: count,
        }))}
      />
      <AnalyticsCard
        title="Key Usage"
        figure={keyUsage?.totalUsage ?? 0}
        caption="keys handed out"
        loading={loading && !keyUsage}
        empty="No usage data available"
        items={(keyUsage?.mostUsedKeys ?? []).map((key) => ({
          id: key.keyNumber,
          name: (
            <>
              <span className="key-number">{key.keyNumber}</span> {key.keyName}
            </>
          ),
          value: key.usageCount,
        }))}
      />
    </div>
  );
}

function AnalyticsCard({ title, figure, caption, loading, items, empty }: AnalyticsCardProps) {
  return (
    <Card className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      {loading ? (
        <Skeleton className="mt-3 h-48" />
      ) : (
        <>
          <p className="mt-2 mb-5 flex items-baseline gap-2">
            <span className="text-3xl font-semibold tracking-tight tabular-nums">{figure}</span>
            <span className="text-sm text-muted">{caption}</span>
          </p>
          <RankedList items={items.slice(0, maxItems)} empty={empty} />
        </>
      )}
    </Card>
  );
}
