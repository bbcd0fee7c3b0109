import type { ActiveUsers, KeyUsage, PeakUsage } from '@keydesk/shared/insight/analytics';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import { KeyNumber } from '../../ui/record-link.tsx';
import { Change, type RankedItem, RankedList } from './figures.tsx';

const maxItems = 3;

type AnalyticsCardProps = Pick<AnalyticsCardsProps, 'filter'> & {
  title: string;
  figure: ReactNode;
  change: ReactNode;
  note?: string | undefined;
  caption: string;
  loading: boolean;
  items: readonly RankedItem[];
  empty: string;
};

type Figures = {
  keyUsage: KeyUsage | undefined;
  activeUsers: ActiveUsers | undefined;
  peakUsage: PeakUsage | undefined;
};

type AnalyticsCardsProps = {
  analytics: Figures & { before: Figures; loading: boolean };
  /** The period before in words: 'the 7 days before'. */
  periodBefore: string;
  /** What of the filter the figures about keys cannot follow. */
  keysNote: string | undefined;
  /** The filter, for the address of the reports. */
  filter: Readonly<Record<string, string>>;
};

/** Peak usage, active users and key usage, with the top three of each. */
export function AnalyticsCards(props: AnalyticsCardsProps) {
  const { analytics, periodBefore, keysNote, filter } = props;
  const { keyUsage, activeUsers, peakUsage, before, loading } = analytics;
  const change = (now: number | undefined, previous: number | undefined, inPoints = false) =>
    now !== undefined &&
    previous !== undefined && (
      <Change
        now={now}
        before={previous}
        than={`in ${periodBefore}`}
        {...(inPoints && { digits: 1, unit: 'points' })}
      />
    );
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <AnalyticsCard
        title="Peak Usage"
        filter={filter}
        figure={`${(peakUsage?.usedInRangePercentage ?? 0).toFixed(1)}%`}
        caption="of all keys were used"
        change={change(
          peakUsage?.usedInRangePercentage,
          before.peakUsage?.usedInRangePercentage,
          true,
        )}
        note={keysNote}
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
        filter={filter}
        figure={activeUsers?.activeUsersCount ?? 0}
        caption="signed in or moved a key"
        change={change(activeUsers?.activeUsersCount, before.activeUsers?.activeUsersCount)}
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
        filter={filter}
        figure={keyUsage?.totalUsage ?? 0}
        caption="keys handed out"
        change={change(keyUsage?.totalUsage, before.keyUsage?.totalUsage)}
        note={keysNote}
        loading={loading && !keyUsage}
        empty="No usage data available"
        items={(keyUsage?.mostUsedKeys ?? []).map((key) => ({
          id: key.keyNumber,
          name: (
            <>
              <KeyNumber number={key.keyNumber} linkTo={key.keyId} /> {key.keyName}
            </>
          ),
          value: key.usageCount,
        }))}
      />
    </div>
  );
}

function AnalyticsCard(props: AnalyticsCardProps) {
  const { title, filter, figure, caption, change, note, loading, items, empty } = props;
  return (
    <Card className="min-w-0">
      <h3 className="font-semibold">
        <Link
          to="/dashboard/admin/reports"
          search={filter}
          className="underline-offset-4 hover:text-accent hover:underline"
        >
          {title}
        </Link>
      </h3>
      {note && <p className="text-sm text-muted">{note}</p>}
      {loading ? (
        <Skeleton className="mt-3 h-48" />
      ) : (
        <>
          <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
            <span className="text-3xl font-semibold tracking-tight tabular-nums">{figure}</span>
            <span className="text-sm text-muted">{caption}</span>
          </p>
          <div className="mb-5">{change}</div>
          <RankedList items={items.slice(0, maxItems)} empty={empty} />
        </>
      )}
    </Card>
  );
}
