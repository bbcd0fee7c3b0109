import { factsOfKind } from '@keydesk/shared/notifications/message-kinds';
import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Transaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/tables/columns.ts';
import {
  countUnread,
  insertMailsText,
  insertNotices,
  insertNoticesText,
  type LoanClaim,
  type NewNotification,
  type NotificationRow,
  noticesText,
  olderUnreadText,
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
  const now = await transactionTime(tx);
  const notices = notifications.map((one) => newNotice(one, one.at ?? now));
  await insertNotices(tx, notices);
  const unread = await countUnread(tx, [...new Set(notices.map(({ userId }) => userId))]);
  return toDeliveries(notices, (userId) => unread.get(userId) ?? 0);
}

async function transactionTime(tx: Transaction): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>('SELECT now()');
  return rows[0]?.now ?? new Date();
}

function toDeliveries(
  rows: readonly NotificationRow[],
  unreadOf: (userId: string) => number,
): NotificationDelivery[] {
  return rows.map((row) => ({
    userId: row.userId,
    unreadCount: unreadOf(row.userId),
    notification: presentNotification(row),
  }));
}

/** A notification that is stored as part of a larger statement, and what a mail needs beside it. */
export type Notice = NotificationRow & {
  mail: boolean;
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
  }: NewNotification,
  createdAt: Date,
): Notice {
  const id = newId();
  return {
    ...{ id, userId, title, message, type, priority, createdAt, readAt: null },
    ...{ aboutId, loanId, requestId, kind, link },
    mail: factsOfKind(kind).mail,
    ...claimColumns(claims),
  };
}

function claimColumns(claims: readonly LoanClaim[]): Pick<Notice, 'loanIds' | 'dueAts'> {
  return { loanIds: claims.map(({ loanId }) => loanId), dueAts: claims.map(({ dueAt }) => dueAt) };
}

/** How many unread notifications each recipient already had, as `olderUnread` returns them. */
export type OlderUnread = Record<string, number> | null;

/** SQL parts of a statement that stores notices together with the change they report. */
export const noticesSql = {
  notices: noticesText,
  insert: insertNoticesText,
  mail: insertMailsText,
  olderUnread: olderUnreadText,
  parameter: (notices: readonly Notice[]): string => JSON.stringify(notices),
};

/** The deliveries of stored notices; the caller publishes them after the commit. */
export function deliveriesOf(
  notices: readonly Notice[],
  olderUnread: OlderUnread,
): NotificationDelivery[] {
  return toDeliveries(
    notices,
    (userId) =>
      (olderUnread?.[userId] ?? 0) + notices.filter((notice) => notice.userId === userId).length,
  );
}

const none: ReadonlySet<string> = new Set();

/** A notification as clients receive it; `disputed` are loans and duties that their readers disputed. */
export function presentNotification(row: NotificationRow, disputed = none): Notification {
  return {
    _id: row.id,
    title: row.title,
    message: row.message,
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
