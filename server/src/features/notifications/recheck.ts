import type { Connection, Database } from '../../platform/db/client.ts';
import type { Clock } from '../../platform/jobs/jobs.ts';
import type { Recheck } from '../../realtime/publisher.ts';
import type { NotificationDelivery } from './notify.ts';
import type { LoanClaim, NewNotification } from './queries.ts';
import {
  dueMovedText,
  dueMovedTitle,
  isLoanMessage,
  loanMessage,
  type MessageClock,
  type RemindedLoan,
  recalledTitle,
} from './reminders.ts';
import { findUnchangedLoans } from './unchanged-loans.ts';

/** What was stored to be sent: each delivery with its message, in the same order. */
export type SentMessages = {
  messages: readonly NewNotification[];
  deliveries: readonly NotificationDelivery[];
};

/** Rechecks a message in the moment in which it is pushed (`still-true`). */
export function recheckDelivery(
  db: Database,
  { messages, deliveries }: SentMessages,
  { clock, timezone }: { clock: Clock; timezone: string },
): Recheck {
  const sent = new Map(deliveries.map(({ notification }, at) => [notification._id, messages[at]]));
  return async (delivery) => {
    const message = sent.get(delivery.notification._id);
    const content = message && (await current(db, message, { now: clock(), timezone }));
    if (!content) return null;
    const { title, message: text, link } = content;
    return {
      ...delivery,
      notification: { ...delivery.notification, title, message: text, ...(link && { link }) },
    };
  };
}

async function current(
  db: Connection,
  { claims = [], kind = null, link = null, ...message }: NewNotification,
  clock: MessageClock,
): Promise<MessageContent | null> {
  const open = await findUnchangedLoans(db, claims);
  return currentContent({ ...message, claims, kind, link }, open, clock);
}

export type MessageContent = { title: string; message: string; link: string | null };

type StoredMessage = MessageContent & {
  userId: string;
  kind: string | null;
  claims: readonly LoanClaim[];
};

/**
 * What is left to say of a message: it names only keys that are still out, and as due soon only those
 * that are not due yet. What claims nothing about loans stays as it is.
 */
export function currentContent(
  { userId, kind, claims, title, message, link }: StoredMessage,
  open: ReadonlyMap<string, RemindedLoan>,
  clock: MessageClock,
): MessageContent | null {
  const stored = { title, message, link };
  if (!isLoanMessage(kind) || claims.length === 0) return stored;
  const loans = claims.flatMap(({ loanId, dueAt }) => {
    const loan = open.get(loanId);
    return loan && loan.dueAt?.getTime() === dueAt?.getTime() ? [loan] : [];
  });
  const left = kind === 'due-soon' ? loans.filter((loan) => isDueLater(loan, clock)) : loans;
  if (left.length === 0) return null;
  const isMoved = kind === 'due-soon' && title === dueMovedTitle;
  const isRecall = kind === 'overdue' && title === recalledTitle;
  if ((isMoved || isRecall) && left.length === claims.length) return stored;
  const text = isMoved ? dueMovedText(left, clock) : loanMessage(kind, userId, left, clock);
  return { title: text.title, message: text.message, link: text.link ?? null };
}

function isDueLater({ dueAt }: RemindedLoan, { now }: MessageClock): boolean {
  return dueAt !== null && dueAt > now;
}
