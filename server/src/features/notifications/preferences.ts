import { appError } from '@keydesk/shared/errors';
import {
  factsOfKind,
  type MessageKind,
  type MessageWays,
  messageKindsFor,
  preferenceProblem,
} from '@keydesk/shared/notifications/message-kinds';
import type { MessagePreference } from '@keydesk/shared/notifications/routes';
import type { User } from '@keydesk/shared/users/user';
import { type Connection, type Database, transact } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';

/** How the caller receives each kind of message that they may get. */
export async function readPreferences(db: Connection, user: User): Promise<MessagePreference[]> {
  const { rows } = await db.query<{ kind: MessageKind } & MessageWays>(
    'SELECT kind, push, mail FROM message_preferences WHERE user_id = $1',
    [user.id],
  );
  const chosen = new Map(rows.map(({ kind, push, mail }) => [kind, { push, mail }]));
  return messageKindsFor(user.role).map((kind) => {
    const { push, mail, required } = factsOfKind(kind);
    return { kind, ...(chosen.get(kind) ?? { push, mail }), required };
  });
}

/**
 * Stores the caller's choice for the given kinds; the others stay as they are.
 * @throws BAD_INPUT if a message that has to reach people would not (`must-reach`)
 */
export async function savePreferences(
  db: Database,
  user: User,
  given: readonly ({ kind: MessageKind } & MessageWays)[],
): Promise<void> {
  for (const { kind, ...ways } of given) {
    const problem = preferenceProblem(kind, ways);
    if (problem) throw appError('BAD_INPUT', problem);
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
