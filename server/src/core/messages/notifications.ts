import { appError } from '@keydesk/shared/core/errors';
import {
  type MessageKind,
  type MessageWays,
  messageKindsFor,
  preferenceProblem,
  rowOfKind,
} from '@keydesk/shared/core/message-kinds';
import type { MessagePreference, Notification } from '@keydesk/shared/core/notifications';
import type { User } from '@keydesk/shared/people/user';
import { type Connection, type Database, transact } from '../../db/client.ts';
import { recordAudit } from '../audit/record.ts';
import type { Publisher } from '../live/publisher.ts';
import { disputableIn, presentNotification, questionIn } from './notify.ts';
import {
  countUnread,
  findAnswers,
  findBundled,
  findDisputed,
  findGone,
  findOver,
  findUndone,
  isOwnNotification,
  listNotifications,
  markAllRead,
  type NotificationRow,
  newestOf,
  setRead,
} from './queries.ts';

const defaultLimit = 50;

type NotificationDeps = { db: Database; publisher: Publisher };

/** Newest first. */
export async function readNotifications(
  db: Database,
  userId: string,
  { limit = defaultLimit, before, bundle }: NotificationQuery,
) {
  // Read first: later notifications were not shown.
  const newest = await newestOf(db, userId);
  const rows = await listNotifications(db, userId, { limit: limit + 1, before, bundle });
  return {
    notifications: await presentAll(db, rows.slice(0, limit)),
    unreadCount: await unreadCountOf(db, userId),
    hasMore: rows.length > limit,
    newest,
  };
}

type NotificationQuery = {
  limit?: number | undefined;
  before?: string | undefined;
  bundle?: string | undefined;
};

async function presentAll(db: Database, rows: readonly NotificationRow[]): Promise<Notification[]> {
  const disputed = await findDisputed(db, rows.flatMap(disputableIn));
  const answers = await findAnswers(db, rows.flatMap(questionIn));
  const ids = rows.map(({ id }) => id);
  const bundled = await findBundled(db, ids);
  const over = await findOver(db, ids);
  const handovers = await findUndone(db, rows);
  const back = rows.filter(({ template }) => template === 'key-back');
  const gone = await findGone(
    db,
    back.flatMap(({ aboutId }) => aboutId ?? []),
  );
  return rows.map((row) =>
    presentNotification(row, {
      disputed,
      answers,
      holds: bundled.get(row.id),
      undone: handovers.get(row.id)?.undone,
      gone: back.includes(row) && gone.has(row.aboutId ?? ''),
      over: over.has(row.id),
    }),
  );
}

async function unreadCountOf(db: Database, userId: string): Promise<number> {
  return (await countUnread(db, [userId])).get(userId) ?? 0;
}

/** Another person's notification counts as not found. */
export async function markNotification(
  { db, publisher }: NotificationDeps,
  userId: string,
  id: string,
  read: boolean,
): Promise<{ notification: Notification; unreadCount: number }> {
  const row = await setRead(db, userId, id, read);
  if (!row) throw appError('NOTIFICATION_NOT_FOUND');
  const unreadCount = await unreadCountOf(db, userId);
  publisher.unreadChanged(userId, unreadCount);
  const [notification = presentNotification(row)] = await presentAll(db, [row]);
  return { notification, unreadCount };
}

/** Marks all as read, or those up to `until`, the newest one shown. */
export async function markAllNotifications(
  { db, publisher }: NotificationDeps,
  userId: string,
  until: string | undefined,
): Promise<{ modifiedCount: number; unreadCount: number }> {
  if (until && !(await isOwnNotification(db, userId, until)))
    throw appError('NOTIFICATION_NOT_FOUND');
  const modifiedCount = await markAllRead(db, userId, until);
  const unreadCount = await unreadCountOf(db, userId);
  publisher.unreadChanged(userId, unreadCount);
  return { modifiedCount, unreadCount };
}

/** The caller's preferences for each kind of message that they may get. */
export async function readPreferences(db: Connection, user: User): Promise<MessagePreference[]> {
  const rows = await db.rows<{ kind: MessageKind } & MessageWays>(
    'SELECT kind, push, mail FROM message_preferences WHERE user_id = $1',
    [user.id],
  );
  const chosen = new Map(rows.map(({ kind, push, mail }) => [kind, { push, mail }]));
  return messageKindsFor(user.role).map((kind) => {
    const { push, mail, required, always } = rowOfKind(kind);
    return { kind, push, mail, ...(!always && chosen.get(kind)), required };
  });
}

/**
 * Kinds that are not given stay unchanged.
 * @throws BAD_INPUT if a required message would not reach the person (`must-reach`)
 */
export async function savePreferences(
  db: Database,
  user: User,
  given: readonly ({ kind: MessageKind } & MessageWays)[],
): Promise<void> {
  for (const { kind, ...ways } of given) {
    const problem = preferenceProblem(kind, ways);
    if (problem) throw appError('BAD_INPUT', { issue: problem });
  }
  await transact(db, async (tx) => {
    await tx.query(
      `INSERT INTO message_preferences (user_id, kind, push, mail)
       SELECT DISTINCT ON (kind) $1, kind, push, mail
         FROM unnest($2::text[], $3::boolean[], $4::boolean[]) AS given (kind, push, mail)
        ORDER BY kind
           ON CONFLICT (user_id, kind) DO UPDATE SET push = excluded.push, mail = excluded.mail`,
      [
        user.id,
        given.map(({ kind }) => kind),
        given.map(({ push }) => push),
        given.map(({ mail }) => mail),
      ],
    );
    await recordAudit(tx, {
      action: 'change-preferences',
      actorId: user.id,
      details: { messages: given },
    });
  });
}
