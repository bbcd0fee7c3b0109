import type { AdminDashboard, OperatorDashboard } from '@keydesk/shared/dashboard/dashboard';
import { countKeys, countUsers, type ReportDeps } from '../reports/index.ts';
import { presentUser } from '../users/index.ts';
import { type ActivityItem, listRecentActivity, recentUsers, topHolders } from './queries.ts';

const shown = { holders: 5, users: 5, activity: 10 };

/** What the admin dashboard shows at a glance. */
export async function adminDashboard({ db, now, rule }: ReportDeps): Promise<AdminDashboard> {
  const [users, keys, holders, newcomers, happenings] = await Promise.all([
    countUsers(db),
    countKeys(db, now, rule),
    topHolders(db, shown.holders),
    recentUsers(db, shown.users),
    listRecentActivity(db, shown.activity),
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
}

/** What happened, as a sentence. */
function activityText({
  kind,
  person,
  key_number: key,
  return_type: way,
  returner,
}: ActivityItem): string {
  if (kind === 'joined') return `${person} joined`;
  if (kind === 'out') return `${person} took key ${key}`;
  if (way === 'collected') return `${returner} collected key ${key} from ${person}`;
  return way === 'own' || returner === person
    ? `${person} returned key ${key}`
    : `${returner} returned key ${key} for ${person}`;
}

/** What the operator's dashboard shows of the keys. */
export async function operatorDashboard({ db, now, rule }: ReportDeps): Promise<OperatorDashboard> {
  const [keys, happenings] = await Promise.all([
    countKeys(db, now, rule),
    listRecentActivity(db, shown.activity),
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
        action: anonymousActivityText(happening),
        timestamp: happening.at.toISOString(),
      })),
  };
}

/** What became of a key, for those who may not know who has which. */
function anonymousActivityText({ kind, key_number: key }: ActivityItem): string {
  return kind === 'out' ? `Key ${key} was handed out` : `Key ${key} came back`;
}
