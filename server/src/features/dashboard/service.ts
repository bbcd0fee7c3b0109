import type { AdminDashboard, OperatorDashboard } from '@keydesk/shared/dashboard/dashboard';
import { countKeys, countUsers, type ReportDeps } from '../reports/index.ts';
import { presentUser } from '../users/index.ts';
import { type ActivityItem, listRecentActivity, recentUsers, topHolders } from './queries.ts';

const listLimits = { holders: 5, users: 5, activity: 10 };

/** The key figures and lists of the admin dashboard. */
export async function adminDashboard({ db, now, rule }: ReportDeps): Promise<AdminDashboard> {
  const [users, keys, holders, newest, activity] = await Promise.all([
    countUsers(db),
    countKeys(db, now, rule),
    topHolders(db, listLimits.holders),
    recentUsers(db, listLimits.users),
    listRecentActivity(db, listLimits.activity),
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
    recentUsers: newest.map(presentUser),
    recentActivity: activity.map((item) => ({
      id: item.id,
      action: activityText(item),
      timestamp: item.at.toISOString(),
    })),
  };
}

/** A recent activity as a sentence. */
function activityText({
  kind,
  person,
  key_number: key,
  return_type: returnType,
  returner,
}: ActivityItem): string {
  if (kind === 'joined') return `${person} joined`;
  if (kind === 'out') return `${person} took key ${key}`;
  if (returnType === 'collected') return `${returner} collected key ${key} from ${person}`;
  return returnType === 'own' || returner === person
    ? `${person} returned key ${key}`
    : `${returner} returned key ${key} for ${person}`;
}

/** The key figures and recent activity of the operator's dashboard. */
export async function operatorDashboard({ db, now, rule }: ReportDeps): Promise<OperatorDashboard> {
  const [keys, activity] = await Promise.all([
    countKeys(db, now, rule),
    listRecentActivity(db, listLimits.activity),
  ]);
  return {
    stats: {
      totalKeys: keys.total,
      availableKeys: keys.total - keys.out,
      unavailableKeys: keys.out,
      overdueKeys: keys.overdue,
    },
    recentActivity: activity
      .filter(({ kind }) => kind !== 'joined')
      .map((item) => ({
        id: item.id,
        action: anonymousActivityText(item),
        timestamp: item.at.toISOString(),
      })),
  };
}

/** The same without names, for people who may not see who has which key. */
function anonymousActivityText({ kind, key_number: key }: ActivityItem): string {
  return kind === 'out' ? `Key ${key} was handed out` : `Key ${key} came back`;
}
