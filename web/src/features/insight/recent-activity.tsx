import type { OperatorDashboard } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/dashboard';
import type { ReactNode } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { untilText } from '../../lib/due.ts';
import { WholeNumbers } from '../../ui/record-link.tsx';
import { ShortListCard } from './figures.tsx';

type RecentActivityProps = {
  activity: OperatorDashboard['recentActivity'];
  children?: ReactNode;
};

export function RecentActivity({ activity, children }: RecentActivityProps) {
  const timezone = useCampusTimezone();
  return (
    <ShortListCard
      heading="h2"
      title={t('recent-activity')}
      empty={t('no-activity-yet')}
      items={activity.map(({ id, action, timestamp }) => ({
        id,
        name: <WholeNumbers>{action}</WholeNumbers>,
        when: untilText(timestamp, serverNow(), timezone),
      }))}
    >
      {children}
    </ShortListCard>
  );
}
