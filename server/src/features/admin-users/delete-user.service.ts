import { refusal } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSessionsOf } from '../auth/sessions.service.ts';
import { changeUser } from '../users/change-user.service.ts';
import { listOpenLoans, lockAdmins, lockAgainstLoans } from './admin-users.repository.ts';
import { requireAnotherAdmin } from './last-admin.ts';

type Deps = { db: Database; publisher: Publisher };

const requireNoKeys = async (tx: Transaction, userId: string): Promise<void> => {
  const open = await listOpenLoans(tx, userId);
  if (open.length === 0) return;
  const keys = open.map(({ keyId, keyNumber }) => ({ keyId, keyNumber }));
  throw refusal('USER_HAS_KEYS', keys.map(({ keyNumber }) => keyNumber).join(', ')).withDetails({
    keys,
  });
};

/**
 * Deletes a person (DESIGN §6.12): their history stays, their address and Faculty ID are free again,
 * their sessions and codes end.
 */
export const deletePerson = async (
  { db, publisher }: Deps,
  admin: User,
  userId: string,
): Promise<void> => {
  if (admin.id === userId) throw refusal('OWN_ACCOUNT');
  await transact(db, async (tx) => {
    await lockAdmins(tx);
    const person = await lockAgainstLoans(tx, userId);
    if (!person) throw refusal('USER_NOT_FOUND');
    if (person.role === 'admin') await requireAnotherAdmin(tx, userId);
    await requireNoKeys(tx, userId);
    await endSessionsOf(tx, userId);
    await changeUser(tx, userId, { deletedAt: new Date() });
    await recordAudit(tx, {
      action: 'delete-user',
      actorId: admin.id,
      subjectId: userId,
      details: {
        name: person.name,
        email: person.email,
        role: person.role,
        department: person.department,
        facultyId: person.facultyId,
      },
    });
  });
  publisher.personChanged(userId);
};
