import { refusal } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import { type Database, transact } from '../../db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSessionsOf } from '../auth/sessions.service.ts';
import { holdUser } from '../users/hold-user.service.ts';

type Deps = { db: Database; publisher: Publisher };

/** Ends every session of a person, whatever browser it is in. */
export const signOutPerson = async (
  { db, publisher }: Deps,
  admin: User,
  userId: string,
): Promise<void> => {
  await transact(db, async (tx) => {
    if (!(await holdUser(tx, userId))) throw refusal('USER_NOT_FOUND');
    await endSessionsOf(tx, userId);
    await recordAudit(tx, {
      action: 'sign-out-everywhere',
      actorId: admin.id,
      subjectId: userId,
    });
  });
  publisher.personChanged(userId);
};
