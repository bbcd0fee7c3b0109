import { refusal } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSessionsOf } from '../auth/sessions.service.ts';
import { listOpenLoans, lockAdmins, lockPerson, storePerson } from './admin-users.repository.ts';
import { requireAnotherAdmin } from './last-admin.ts';

type Deps = { db: Database; publisher: Publisher };

/**
 * Removes a person: their history stays, their sessions and codes end, and their address, Faculty ID
 * and identity keep them out until an admin restores or erases them. Whoever was waiting to be
 * accepted is declined: the Faculty ID, which they only claimed, is free again.
 */
export async function deletePerson(
  { db, publisher }: Deps,
  admin: User,
  userId: string,
): Promise<void> {
  if (admin.id === userId) throw refusal('OWN_ACCOUNT');
  await transact(db, async (tx) => {
    await lockAdmins(tx);
    const person = await lockPerson(tx, userId);
    if (!person || person.deletedAt) throw refusal('USER_NOT_FOUND');
    if (person.role === 'admin') await requireAnotherAdmin(tx, userId);
    await requireNoKeys(tx, userId);
    await endSessionsOf(tx, userId);
    const claimed = person.waitingSince && {
      waitingSince: null,
      department: null,
      facultyId: null,
    };
    await storePerson(tx, userId, { deletedAt: new Date(), ...claimed });
    const { name, email, role, department, facultyId } = person;
    await recordAudit(tx, {
      action: person.waitingSince ? 'decline-user' : 'delete-user',
      actorId: admin.id,
      subjectId: userId,
      details: { role },
      personal: { name, email, department, facultyId },
    });
  });
  publisher.personChanged(userId);
}

/** @throws USER_HAS_KEYS, which names them. */
export async function requireNoKeys(tx: Transaction, userId: string): Promise<void> {
  const open = await listOpenLoans(tx, userId);
  if (open.length === 0) return;
  const keys = open.map(({ keyId, keyNumber }) => ({ keyId, keyNumber }));
  throw refusal('USER_HAS_KEYS', keys.map(({ keyNumber }) => keyNumber).join(', ')).withDetails({
    keys,
  });
}
