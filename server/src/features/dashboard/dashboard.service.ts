import type { AdminDashboard, OperatorDashboard } from '@keydesk/shared/dashboard/dashboard';
import { countKeys, countUsers } from '../reports/campus-now.service.ts';
import type { ReportDeps } from '../reports/reports.service.ts';
import { presentUser } from '../users/users.presenter.ts';
import { activityText, namelessText } from './activity-text.ts';
import { recentHappenings } from './recent-activity.query.ts';
import { recentUsers } from './recent-users.query.ts';
import { topHolders } from './top-holders.query.ts';

const shown = { holders: 5, users: 5, activity: 10 };

/** What the admin dashboard shows at a glance. */
export const adminDashboard = async ({ db, now, rule }: ReportDeps): Promise<AdminDashboard> => {
  const [users, keys, holders, newcomers, happenings] = await Promise.all([
    countUsers(db),
    countKeys(db, now, rule),
    topHolders(db, shown.holders),
    recentUsers(db, shown.users),
    recentHappenings(db, shown.activity),
  ]);
  return {
    stats: {
      totalUsers: users.total,
      usersByRole: users.byRole,
      totalKeys: keys.total,
      availableKeys: keys.total - keys.out,
      unavailableKeys: keys.out,
      overdueKeys: keys.overdue,
      topHolders: holders,
    },
    recentUsers: newcomers.map(presentUser),
    recentActivity: happenings.map((happening) => ({
      id: happening.id,
      action: activityText(happening),
      timestamp: happening.at.toISOString(),
    })),
  };
};

/** What the operator's dashboard shows of the keys. */
export const operatorDashboard = async ({
  db,
  now,
  rule,
}: ReportDeps): Promise<OperatorDashboard> => {
  const [keys, happenings] = await Promise.all([
    countKeys(db, now, rule),
    recentHappenings(db, shown.activity),
  ]);
  return {
    stats: {
      totalKeys: keys.total,
      availableKeys: keys.total - keys.out,
      unavailableKeys: keys.out,
      overdueKeys: keys.overdue,
    },
    recentActivity: happenings
      .filter(({ kind }) => kind !== 'joined')
      .map((happening) => ({
        id: happening.id,
        action: namelessText(happening),
        timestamp: happening.at.toISOString(),
      })),
  };
};
