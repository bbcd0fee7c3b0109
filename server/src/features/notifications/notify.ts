import { factsOfKind } from '@keydesk/shared/notifications/message-kinds';
import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Transaction } from '../../platform/db/client.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { newId } from '../../platform/db/tables/columns.ts';
import {
  type Bundled,
  bundleLink,
  bundleMessage,
  bundleTitle,
  insertNotices,
  type LoanClaim,
  type NewNotification,
  type NotificationRow,
  noticesCtes,
  type StoredNotices,
  storedNoticesText,
} from './queries.ts';

/** A stored notification to deliver, and how many unread ones its recipient has with it. */
export type NotificationDelivery = {
  userId: string;
  notification: Notification;
  unreadCount: number;
};

/**
 * Stores notifications, and the mails that their recipients get, in the caller's transaction; the
 * caller publishes them after the commit.
 */
export async function notify(
  tx: Transaction,
  notifications: readonly NewNotification[],
): Promise<NotificationDelivery[]> {
  if (notifications.length === 0) return [];
  const now = await databaseNow(tx);
  const notices = notifications.map((one) => newNotice(one, one.at ?? now));
  return deliveriesOf(notices, await insertNotices(tx, notices));
}

/** A notification that is stored as part of a larger statement, and what a mail needs beside it. */
export type Notice = NotificationRow & {
  mail: boolean;
  scheduled: boolean;
  loanIds: string[];
  dueAts: (Date | null)[];
};

export function newNotice(
  {
    userId,
    title,
    message,
    type = 'general',
    priority = 'medium',
    aboutId = null,
    loanId = null,
    requestId = null,
    kind = null,
    link = null,
    claims = [],
    scheduled = false,
  }: NewNotification,
  createdAt: Date,
): Notice {
  const id = newId();
  return {
    ...{ id, userId, title, message, type, priority, createdAt, readAt: null },
    ...{ aboutId, loanId, requestId, kind, link, bundleId: null },
    mail: factsOfKind(kind).mail,
    scheduled,
    ...claimColumns(claims),
  };
}

function claimColumns(claims: readonly LoanClaim[]): Pick<Notice, 'loanIds' | 'dueAts'> {
  return { loanIds: claims.map(({ loanId }) => loanId), dueAts: claims.map(({ dueAt }) => dueAt) };
}

/** SQL parts of a statement that stores notices together with the change they report. */
export const noticesSql = {
  ctes: noticesCtes,
  stored: storedNoticesText,
  parameter: (notices: readonly Notice[]): string => JSON.stringify(notices),
};

/** The deliveries of stored notices and new bundles; the caller publishes them after the commit. */
export function deliveriesOf(
  notices: readonly Notice[],
  { olderUnread, bundled, opened }: StoredNotices,
): NotificationDelivery[] {
  const shown = notices
    .filter(({ id }) => !bundled?.[id])
    .map((notice) => ({ notice, holds: undefined }));
  const bundles = (opened ?? []).flatMap((id) => {
    const inside = notices.filter((notice) => bundled?.[notice.id] === id);
    const holds = { count: inside.length, first: inside.slice(0, 3).map((one) => one.message) };
    return inside.slice(0, 1).map((notice) => ({ notice: bundleOf(notice, id), holds }));
  });
  const told = [...shown, ...bundles];
  return told.map(({ notice, holds }) => ({
    userId: notice.userId,
    notification: presentNotification(notice, { holds }),
    unreadCount:
      (olderUnread?.[notice.userId] ?? 0) +
      told.filter((other) => other.notice.userId === notice.userId).length,
  }));
}

/** The row of the bundle in which this notice is, as the statement has stored it. */
function bundleOf(
  { userId, type, priority, createdAt, kind }: Notice,
  id: string,
): NotificationRow {
  const ofNothing = { aboutId: null, loanId: null, requestId: null, bundleId: null };
  const link = `${bundleLink}${id}`;
  return {
    id,
    userId,
    type,
    priority,
    createdAt,
    kind,
    link,
    readAt: null,
    title: bundleTitle,
    message: bundleMessage,
    ...ofNothing,
  };
}

/** What a bundle says: how many messages of which kind, and the first of them. */
export function bundleText(kind: string | null, { count, first }: Bundled): string {
  const rest = count > first.length ? ` And ${count - first.length} others.` : '';
  return `${count} more about “${factsOfKind(kind).label}”: ${first.join(' ')}${rest}`;
}

const none: ReadonlySet<string> = new Set();

type Circumstances = { disputed?: ReadonlySet<string>; holds?: Bundled | undefined };

/**
 * A notification as clients receive it; `disputed` are loans and duties that their readers disputed,
 * `holds` is what is in it if it is a bundle.
 */
export function presentNotification(
  row: NotificationRow,
  { disputed = none, holds }: Circumstances = {},
): Notification {
  return {
    _id: row.id,
    title: row.title,
    message: holds ? bundleText(row.kind, holds) : row.message,
    createdAt: row.createdAt.toISOString(),
    read: row.readAt !== null,
    readAt: row.readAt?.toISOString() ?? null,
    type: row.type,
    priority: row.priority,
    ...(row.kind !== null && { kind: row.kind }),
    ...(row.link !== null && { link: row.link }),
    ...(isAboutKey(row) && { keyId: row.aboutId }),
    ...(isAboutDuty(row) && { dutyId: row.aboutId }),
    ...(row.loanId !== null && { loanId: row.loanId }),
    ...(disputableIn(row).some((id) => disputed.has(id)) && { disputed: true as const }),
  };
}

/** A reminder of the desk has its loan there, and a message about a person has them. */
function isAboutKey<Row extends NotificationRow>(row: Row): row is Row & { aboutId: string } {
  if (row.aboutId === null || row.type === 'system_alert' || row.kind === 'duty') return false;
  return row.type !== 'key_reminder' || (row.loanId !== null && row.aboutId !== row.loanId);
}

function isAboutDuty<Row extends NotificationRow>(row: Row): row is Row & { aboutId: string } {
  return row.aboutId !== null && row.kind === 'duty';
}

/** The loan or duty that its reader may have disputed. */
export function disputableIn(row: NotificationRow): string[] {
  return [row.loanId, isAboutDuty(row) ? row.aboutId : null].filter((id) => id !== null);
}
