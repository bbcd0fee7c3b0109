import { appError } from '@keydesk/shared/errors';
import type { UserChanges } from '@keydesk/shared/users/managed-user';
import { assignableRoles } from '@keydesk/shared/users/role';
import type { SettableState, User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { announceRecalled, recallWithoutAccess } from '../access/index.ts';
import { recordAudit } from '../audit/index.ts';
import { endUserSessions } from '../auth/index.ts';
import type { CurrentDue } from '../due/index.ts';
import { endDeskRights } from '../duty/index.ts';
import { voidCodesOfUser } from '../handovers/index.ts';
import { type NotificationDelivery, notify } from '../notifications/index.ts';
import {
  changeUser,
  lockUserForUpdate,
  type NameDeps,
  nameRulesOf,
  presentUser,
  requireAllowedName,
  type UserRow,
} from '../users/index.ts';
import {
  lockAdmins,
  lockUserInAnyState,
  requireAnotherAdmin,
  updateLockedUser,
} from './queries.ts';

type Deps = { db: Database; publisher: Publisher; due: CurrentDue };
type UpdateUserDeps = Deps & NameDeps;

/**
 * Changes a person's name, address or role; what is not given stays as it is now. A new role applies from their next request on: it
 * voids their codes, ends their duties and PIN, recalls keys that it no longer allows, and closes their live
 * connections, whose rooms depend on it.
 */
export async function updateUser(
  { db, publisher, due, ...names }: UpdateUserDeps,
  admin: User,
  userId: string,
  given: UserChanges,
): Promise<User> {
  try {
    const { result, recalled } = await transact(db, (tx) =>
      recallWithoutAccess(tx, optionsFor(admin, userId, due), async () => {
        await lockAdmins(tx);
        const before = await lockUserForUpdate(tx, userId);
        if (!before) throw appError('USER_NOT_FOUND');
        const { name = before.name, email = before.email, role = before.role } = given;
        const changes = { name, email, role };
        if (changes.name !== before.name)
          requireAllowedName(changes.name, changes.email, nameRulesOf(names));
        if (name === before.name && email === before.email && role === before.role)
          return { before, after: presentUser(before) };
        const changesRole = before.role !== changes.role;
        if (changesRole && !assignableRoles.some((assignable) => assignable === role))
          throw appError('ROLE_NOT_ASSIGNABLE');
        if (changesRole && before.role === 'admin') await requireAnotherAdmin(tx, userId);
        const after = await changeUser(tx, userId, { name, email, ...(changesRole && { role }) });
        if (changesRole) {
          await voidCodesOfUser(tx, userId);
          await endDeskRights(tx, userId);
        }
        await recordAudit(tx, {
          action: changesRole ? 'change-role' : 'change-user',
          actorId: admin.id,
          subjectId: userId,
          details: { before: { role: before.role }, after: { role: changes.role } },
          personal: {
            before: { name: before.name, email: before.email },
            after: { name: changes.name, email: changes.email },
          },
        });
        return { before, after };
      }),
    );
    const { before, after } = result;
    announceRecalled(publisher, recalled);
    if (before.role !== after.role) publisher.personChanged(userId);
    return after;
  } catch (error) {
    if (violatedConstraint(error) === 'users_email') throw appError('EMAIL_TAKEN');
    throw error;
  }
}

/** Only keys that this person has can be recalled. */
function optionsFor(admin: User, userId: string, due: CurrentDue) {
  return {
    byId: admin.id,
    timezone: due.calendar().timezone,
    scope: { holderId: userId },
  };
}

/** The person after the change, what changed, and the notifications to deliver. */
type StateChange = {
  person: UserRow;
  outcome: keyof typeof messages;
  deliveries: readonly NotificationDelivery[];
};

const messages = {
  suspended: 'User suspended',
  restored: 'User restored',
  accepted: 'User accepted',
  unchanged: 'Nothing changed',
} as const;

/**
 * Suspends a person, or makes them active: restores one who was suspended or removed, accepts one
 * who is waiting. Nothing changes for a person who is already in that state.
 */
export async function changeUserState(
  { db, publisher, due }: Deps,
  admin: User,
  userId: string,
  state: SettableState,
): Promise<{ message: string; user: User }> {
  if (state === 'suspended' && admin.id === userId) throw appError('OWN_SUSPENSION');
  const { result, recalled } = await transact(db, (tx) =>
    recallWithoutAccess(tx, optionsFor(admin, userId, due), async () => {
      await lockAdmins(tx);
      const before = await lockUserInAnyState(tx, userId);
      if (!before) throw appError('USER_NOT_FOUND');
      return state === 'suspended' ? suspend(tx, admin, before) : activate(tx, admin, before);
    }),
  );
  const { person, outcome, deliveries } = result;
  announceRecalled(publisher, recalled);
  if (outcome !== 'unchanged') publisher.personChanged(userId);
  publisher.notified(deliveries);
  return { message: messages[outcome], user: presentUser(person) };
}

/** Allowed even with keys out: those are recalled. */
async function suspend(tx: Transaction, admin: User, person: UserRow): Promise<StateChange> {
  if (person.deletedAt) throw appError('USER_REMOVED');
  if (person.suspendedAt) return { person, outcome: 'unchanged', deliveries: [] };
  if (person.role === 'admin') await requireAnotherAdmin(tx, person.id);
  await endUserSessions(tx, person.id);
  const suspended = await updateLockedUser(tx, person.id, { suspendedAt: new Date() });
  await recordAudit(tx, { action: 'suspend-user', actorId: admin.id, subjectId: person.id });
  return { person: suspended, outcome: 'suspended', deliveries: [] };
}

async function activate(tx: Transaction, admin: User, person: UserRow): Promise<StateChange> {
  if (person.deletedAt || person.suspendedAt) {
    const restored = await updateLockedUser(tx, person.id, { deletedAt: null, suspendedAt: null });
    await recordAudit(tx, { action: 'restore-user', actorId: admin.id, subjectId: person.id });
    return { person: restored, outcome: 'restored', deliveries: [] };
  }
  if (!person.waitingSince) return { person, outcome: 'unchanged', deliveries: [] };
  // Only future faculty wait: people whose mailbox gives another role are accepted at once.
  const accepted = await updateLockedUser(tx, person.id, { waitingSince: null, role: 'faculty' });
  await recordAudit(tx, {
    action: 'accept-user',
    actorId: admin.id,
    subjectId: person.id,
    details: { role: accepted.role },
  });
  const deliveries = await notify(tx, [{ userId: person.id, template: 'welcome', facts: {} }]);
  return { person: accepted, outcome: 'accepted', deliveries };
}

/** Ends all sessions of a person, in every browser. */
export async function signOutUser(
  { db, publisher }: Pick<Deps, 'db' | 'publisher'>,
  admin: User,
  userId: string,
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await lockUserForUpdate(tx, userId))) throw appError('USER_NOT_FOUND');
    await endUserSessions(tx, userId);
    await recordAudit(tx, {
      action: 'sign-out-everywhere',
      actorId: admin.id,
      subjectId: userId,
    });
  });
  publisher.personChanged(userId);
}
