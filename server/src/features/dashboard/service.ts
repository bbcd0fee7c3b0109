import type {
  AdminDashboard,
  OperatorDashboard,
  PastStats,
} from '@keydesk/shared/dashboard/dashboard';
import { dayMs } from '@keydesk/shared/durations';
import type { Mention } from '@keydesk/shared/mention';
import type { Connection } from '../../platform/db/client.ts';
import { listDisputes } from '../disputes/index.ts';
import { countKeys, countUsers } from '../reports/index.ts';
import { presentUser } from '../users/index.ts';
import {
  type ActivityItem,
  countsAt,
  listRecentActivity,
  longestOpenLoans,
  recentUsers,
  topHolders,
} from './queries.ts';

const listLimits = { holders: 5, users: 5, activity: 10, overdue: 100, longestOut: 5 };

type DashboardDeps = { db: Connection; now: Date };

/** The key figures and lists of the admin dashboard. */
export async function adminDashboard({ db, now }: DashboardDeps): Promise<AdminDashboard> {
  const [users, keys, holders, newest, activity, past, overdue, others, disputes] =
    await Promise.all([
      countUsers(db),
      countKeys(db, now),
      topHolders(db, listLimits.holders),
      recentUsers(db, listLimits.users),
      listRecentActivity(db, listLimits.activity),
      statsOfWeekAgo(db, now),
      longestOpenLoans(db, { now, overdue: true }, listLimits.overdue),
      longestOpenLoans(db, { now, overdue: false }, listLimits.longestOut),
      listDisputes(db, 'open'),
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
    weekAgo: past,
    overdueLoans: overdue,
    longestOut: others,
    openDisputes: disputes,
    recentUsers: newest.map(presentUser),
    recentActivity: activity.map((item) => ({
      id: item.id,
      action: activityText(item),
      mentioned: mentionsOf(item),
      timestamp: item.at.toISOString(),
    })),
  };
}

/** The figures as they were at this time a week ago; null if nobody was registered then. */
async function statsOfWeekAgo(db: Connection, now: Date): Promise<PastStats | null> {
  const then = new Date(now.getTime() - weekMs);
  const counts = await countsAt(db, then);
  return counts.users === 0
    ? null
    : {
        totalUsers: counts.users,
        totalKeys: counts.keys,
        availableKeys: counts.keys - counts.out,
        unavailableKeys: counts.out,
        overdueKeys: counts.overdue,
      };
}

const weekMs = 7 * dayMs;

/** A recent activity as a sentence. */
function activityText(item: ActivityItem): string {
  const { kind, person, key_number: key, return_type: returnType, returner } = item;
  if (item.disputed) return anonymousActivityText(item);
  if (kind === 'joined') return `${person} joined`;
  if (kind === 'out') return `${person} took key ${key}`;
  if (returnType === 'collected') return `${returner} collected key ${key} from ${person}`;
  return returnType === 'own' || returner === person
    ? `${person} returned key ${key}`
    : `${returner} returned key ${key} for ${person}`;
}

/** The people and the key of an activity, in the order in which its sentence names them. */
function mentionsOf(item: ActivityItem): Mention[] {
  const holder = { id: item.person_id, kind: 'person' as const, name: item.person };
  const key = { id: item.key_id, kind: 'key' as const, name: item.key_number };
  const returner = { id: item.returner_id, kind: 'person' as const, name: item.returner };
  if (item.disputed) return presentMentions([key]);
  const named =
    item.returner_id && item.returner_id !== item.person_id
      ? [returner, key, holder]
      : [holder, key];
  return presentMentions(named);
}

type Named = { id: string | null; kind: Mention['kind']; name: string | null };

function presentMentions(named: readonly Named[]): Mention[] {
  return named.flatMap(({ id, kind, name }) => (id && name ? [{ id, kind, name }] : []));
}

/** The key figures and recent activity of the operator's dashboard. */
export async function operatorDashboard({ db, now }: DashboardDeps): Promise<OperatorDashboard> {
  const [keys, activity] = await Promise.all([
    countKeys(db, now),
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
