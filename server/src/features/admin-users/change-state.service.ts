import { refusal } from '@keydesk/shared/errors';
import type { SettableState } from '@keydesk/shared/users/person-state';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSessionsOf } from '../auth/sessions.service.ts';
import { notify, type Told } from '../notifications/notifications.service.ts';
import { presentUser } from '../users/users.presenter.ts';
import { lockAdmins, lockPerson, storePerson, type UserRow } from './admin-users.repository.ts';
import { requireAnotherAdmin } from './last-admin.ts';

type Deps = { db: Database; publisher: Publisher };

/** The person afterwards, what became of them, and whom to tell. */
type Change = { person: UserRow; outcome: keyof typeof messages; told: readonly Told[] };

const messages = {
  suspended: 'User suspended',
  restored: 'User restored',
  accepted: 'User accepted',
  unchanged: 'Nothing changed',
} as const;

/**
 * Suspends a person, or makes them active: restores whoever was suspended or removed, accepts whoever
 * waits. What a person is already stays as it is.
 */
export async function changeState(
  { db, publisher }: Deps,
  admin: User,
  userId: string,
  state: SettableState,
): Promise<{ message: string; user: User }> {
  if (state === 'suspended' && admin.id === userId) throw refusal('OWN_SUSPENSION');
  const { person, outcome, told } = await transact(db, async (tx) => {
    await lockAdmins(tx);
    const before = await lockPerson(tx, userId);
    if (!before) throw refusal('USER_NOT_FOUND');
    return state === 'suspended' ? suspend(tx, admin, before) : activate(tx, admin, before);
  });
  if (outcome !== 'unchanged') publisher.personChanged(userId);
  publisher.notified(told);
  return { message: messages[outcome], user: presentUser(person) };
}

/** Holds even with keys out: those come back through the desk. */
async function suspend(tx: Transaction, admin: User, person: UserRow): Promise<Change> {
  if (person.deletedAt) throw refusal('USER_REMOVED');
  if (person.suspendedAt) return { person, outcome: 'unchanged', told: [] };
  if (person.role === 'admin') await requireAnotherAdmin(tx, person.id);
  await endSessionsOf(tx, person.id);
  const suspended = await storePerson(tx, person.id, { suspendedAt: new Date() });
  await recordAudit(tx, { action: 'suspend-user', actorId: admin.id, subjectId: person.id });
  return { person: suspended, outcome: 'suspended', told: [] };
}

async function activate(tx: Transaction, admin: User, person: UserRow): Promise<Change> {
  if (person.deletedAt || person.suspendedAt) {
    const restored = await storePerson(tx, person.id, { deletedAt: null, suspendedAt: null });
    await recordAudit(tx, { action: 'restore-user', actorId: admin.id, subjectId: person.id });
    return { person: restored, outcome: 'restored', told: [] };
  }
  if (!person.waitingSince) return { person, outcome: 'unchanged', told: [] };
  // Whose mailbox gives another role never waits.
  const accepted = await storePerson(tx, person.id, { waitingSince: null, role: 'faculty' });
  await recordAudit(tx, {
    action: 'accept-user',
    actorId: admin.id,
    subjectId: person.id,
    details: { role: accepted.role },
  });
  const told = await notify(tx, [
    { userId: person.id, title: 'Welcome', message: 'Your registration was accepted.' },
  ]);
  return { person: accepted, outcome: 'accepted', told };
}
