import {
  isNeverBundled,
  type MessageTemplate,
  rowOfKind,
  rowOfTemplate,
} from '@keydesk/shared/core/message-kinds';
import type { Notification } from '@keydesk/shared/core/notifications';
import type { VisitorAnswer } from '@keydesk/shared/core/visitor-answers';
import type { Transaction } from '../../db/client.ts';
import { databaseNow } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { inLanguage } from '../../http/language.ts';
import type { NotificationDelivery } from '../live/publisher.ts';
import { type Bundled, bundleText, contentOf, type MessageFacts } from './messages.ts';
import {
  bundleLink,
  bundleTemplate,
  insertNotices,
  type NotificationRow,
  noticesCtes,
  type StoredNotices,
  storedNoticesText,
} from './queries.ts';

export type NewNotification<Template extends MessageTemplate = MessageTemplate> = {
  [T in Template]: { userId: string; template: T; facts: MessageFacts[T] } & MessagePlace;
}[Template];

type MessagePlace = Partial<Pick<NotificationRow, 'aboutId' | 'loanId' | 'requestId'>> & {
  /** Default: now. */
  at?: Date;
  /**
   * Never bundled: sent by a schedule, or already about many keys. Messages about one high-security
   * key are never bundled either.
   */
  alone?: boolean;
};

/** Stores notifications and emails in the transaction; publish the result after the commit. */
export async function notify(
  tx: Transaction,
  notifications: readonly NewNotification[],
): Promise<NotificationDelivery[]> {
  if (notifications.length === 0) return [];
  const now = await databaseNow(tx);
  const notices = notifications.map((one) => toNotice(one, one.at ?? now));
  return deliveriesOf(notices, await insertNotices(tx, notices));
}

/** A notification stored as part of a larger statement. */
export type Notice = NotificationRow & { mail: boolean; alone: boolean };

export function toNotice(
  {
    userId,
    template,
    facts,
    aboutId = null,
    loanId = null,
    requestId = null,
    alone = false,
  }: NewNotification,
  createdAt: Date,
): Notice {
  const { kind, type = 'general', priority = 'medium' } = rowOfTemplate(template);
  return {
    id: newId(),
    userId,
    template,
    facts,
    title: null,
    message: null,
    type,
    priority,
    createdAt,
    readAt: null,
    aboutId,
    loanId,
    requestId,
    kind,
    link: null,
    bundleId: null,
    mail: rowOfKind(kind).mail,
    alone: alone || isNeverBundled(template),
  };
}

/** SQL parts of a statement that stores notices together with the change they report. */
export const noticesSql = {
  ctes: noticesCtes,
  stored: storedNoticesText,
  parameter: (notices: readonly Notice[]): string => JSON.stringify(notices),
};

/** Stored notices and new bundles; the caller publishes them after the commit. */
export function deliveriesOf(
  planned: readonly Notice[],
  { olderUnread, bundled, opened, ofVisitors, languages }: StoredNotices,
): NotificationDelivery[] {
  const notices = planned.map((notice) => {
    const { userId, visitor } = ofVisitors?.[notice.id] ?? {};
    return userId ? { ...notice, userId, facts: { ...notice.facts, visitor } } : notice;
  });
  const shown = notices
    .filter(({ id }) => !bundled?.[id])
    .map((notice) => ({ notice, holds: undefined }));
  const bundles = (opened ?? []).flatMap((id) => {
    const inside = notices.filter((notice) => bundled?.[notice.id] === id);
    const holds = { count: inside.length, first: inside.slice(0, 3) };
    return inside.slice(0, 1).map((notice) => ({ notice: bundleOf(notice, id), holds }));
  });
  const stored = [...shown, ...bundles];
  return stored.map(({ notice, holds }) => ({
    userId: notice.userId,
    notification: inLanguage(languages?.[notice.userId] ?? 'en', () =>
      presentNotification(notice, { holds }),
    ),
    unreadCount:
      (olderUnread?.[notice.userId] ?? 0) +
      stored.filter((other) => other.notice.userId === notice.userId).length,
  }));
}

/** The row of the notice's bundle, as the statement has stored it. */
function bundleOf(notice: Notice, id: string): NotificationRow {
  return {
    ...notice,
    id,
    template: bundleTemplate,
    facts: {},
    link: `${bundleLink}${id}`,
    aboutId: null,
    loanId: null,
    requestId: null,
  };
}

const none: Disputed = new Map();

type Disputed = ReadonlyMap<string, { ofReturn: boolean }>;

type Circumstances = {
  disputed?: Disputed;
  answers?: ReadonlyMap<string, VisitorAnswer | null> | undefined;
  holds?: Bundled | undefined;
  undone?: string[] | undefined;
  gone?: boolean;
  over?: boolean;
};

/**
 * A notification as sent to clients. `disputed`: loans and shifts disputed by their readers;
 * `answers`: answers to open questions; `holds`: content of a bundle; `undone`: keys whose handover
 * was undone; `gone`: a returned key is out again; `over`: the subject has ended.
 */
export function presentNotification(
  row: NotificationRow,
  { disputed = none, answers, holds, undone = [], gone = false, over = false }: Circumstances = {},
): Notification {
  const { title, message, link } = contentOf(row, row.createdAt);
  return {
    _id: row.id,
    title,
    message: holds ? bundleText(row.kind, holds) : message,
    createdAt: row.createdAt.toISOString(),
    read: row.readAt !== null,
    readAt: row.readAt?.toISOString() ?? null,
    type: row.type,
    priority: row.priority,
    ...(row.kind !== null && { kind: row.kind }),
    ...(row.template !== null && { template: row.template }),
    ...(link !== null && { link }),
    ...(isAboutKey(row) && { keyId: row.aboutId }),
    ...(isAboutDuty(row) && { dutyId: row.aboutId }),
    ...(undone.length > 0 && { undone }),
    ...(gone && { gone: true as const }),
    ...(over && { over: true as const }),
    ...('visitor' in row.facts && { ofVisitor: true as const }),
    ...(isAboutVisitor(row) && presentQuestion(row.aboutId, answers)),
    ...(row.loanId !== null && { loanId: row.loanId }),
    ...(isDisputed(row, disputed) && { disputed: true as const }),
  };
}

/** A dispute of an undone return says nothing of the hand-out. */
function isDisputed(row: NotificationRow, disputed: Disputed): boolean {
  return disputableIn(row).some((id) => {
    const dispute = disputed.get(id);
    return dispute && (!dispute.ofReturn || row.template === 'return-undone');
  });
}

/** Without `answers` the question has just been asked. */
function presentQuestion(askId: string, answers: Circumstances['answers']) {
  const answer = answers?.get(askId);
  return {
    visitorAskId: askId,
    ...(answer && { answered: true as const, visitorAnswer: answer }),
    ...(answers && answer === undefined && { askedNoMore: true as const }),
  };
}

/** `aboutId` of a desk's reminder is the loan, of a message about a person that person. */
function isAboutKey<Row extends NotificationRow>(row: Row): row is Row & { aboutId: string } {
  if (row.aboutId === null || row.type === 'system_alert' || row.kind === 'duty') return false;
  if (isAboutVisitor(row)) return false;
  return row.type !== 'key_reminder' || (row.loanId !== null && row.aboutId !== row.loanId);
}

function isAboutDuty<Row extends NotificationRow>(row: Row): row is Row & { aboutId: string } {
  return row.aboutId !== null && row.kind === 'duty';
}

function isAboutVisitor<Row extends NotificationRow>(row: Row): row is Row & { aboutId: string } {
  return row.aboutId !== null && row.template === 'visitor-asks';
}

/** The question about a visitor to its reader. */
export function questionIn(row: NotificationRow): string[] {
  return isAboutVisitor(row) ? [row.aboutId] : [];
}

/** The loan or shift that the reader may have disputed. */
export function disputableIn(row: NotificationRow): string[] {
  const other = isAboutDuty(row) ? row.aboutId : null;
  return [row.loanId, other].filter((id) => id !== null);
}
