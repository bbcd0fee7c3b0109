import {
  type BulkUserChanges,
  emptiedOfFaculty,
  type UserChanges,
} from '@keydesk/shared/administration/people';
import { changesOf } from '@keydesk/shared/core/edits';
import { appError } from '@keydesk/shared/core/errors';
import { joinedText } from '@keydesk/shared/core/formats';
import { assignableRoles } from '@keydesk/shared/http/roles';
import type { PersonFields, User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import { requireSeen } from '../../core/edits.ts';
import type { NotificationDelivery } from '../../core/live/publisher.ts';
import type { Transaction } from '../../db/client.ts';
import { violatedConstraint } from '../../db/errors.ts';
import { type AccessDeps, changeAccess } from '../access/index.ts';
import { requireRegistrationDepartment } from '../campus/index.ts';
import { endDeskRights } from '../duty/index.ts';
import { voidCodesOfUser } from '../loans/index.ts';
import {
  changeUser,
  lockUserForUpdate,
  type NameDeps,
  nameRulesOf,
  presentUser,
  requireAllowedName,
  type UserRow,
} from '../people/index.ts';
import { accept, suspend } from './manage-users.ts';
import { lockAdmins, lockUsersInAnyState, requireAnotherAdmin } from './users.ts';

type UpdateUserDeps = AccessDeps & NameDeps;

/**
 * Changes a person; absent fields stay. A new role applies from the next request: it voids codes,
 * ends shifts and PIN, recalls keys that it does not allow, and closes live connections, whose
 * rooms depend on it.
 */
export async function updateUser(
  deps: UpdateUserDeps,
  admin: User,
  userId: string,
  { version: shown, ...given }: UserChanges & { version?: number | undefined },
): Promise<User> {
  try {
    const { result } = await changeAccess(deps, admin, { holderId: userId }, async (tx) => {
      await lockAdmins(tx);
      const before = await lockUserForUpdate(tx, userId);
      if (!before) throw appError('USER_NOT_FOUND');
      const { timezone } = deps.due.calendar();
      await requireSeen(
        tx,
        { table: 'users', id: userId },
        { shown, current: presentUser(before), by: admin.id, timezone },
      );
      const { after: changes } = changesOf(before, given);
      await requireAllowed(deps, tx, before, changes);
      return { before, after: await store(tx, admin, before, changes) };
    });
    const { before, after } = result;
    if (before.role !== after.role) deps.publisher.personChanged(userId);
    return after;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'users_email') throw appError('EMAIL_TAKEN');
    if (constraint === 'users_faculty_id') throw appError('FACULTY_ID_TAKEN');
    throw error;
  }
}

async function requireAllowed(
  deps: UpdateUserDeps,
  tx: Transaction,
  before: UserRow,
  changes: UserChanges,
): Promise<void> {
  if (before.role === 'visitor') throw appError('VISITOR_NOT_EDITED');
  const { email = before.email, role = before.role } = changes;
  const { department = before.department, facultyId = before.facultyId } = changes;
  if (changes.name !== undefined) requireAllowedName(changes.name, email, nameRulesOf(deps));
  if (changes.role && !assignableRoles.some((assignable) => assignable === role))
    throw appError('ROLE_NOT_ASSIGNABLE');
  if (changes.role && before.role === 'admin') await requireAnotherAdmin(tx, before.id);
  if (changes.department) await requireRegistrationDepartment(tx, changes.department);
  if (emptiedOfFaculty(before, { role, department, facultyId }).length > 0)
    throw appError('FACULTY_FIELD_KEPT');
}

type StoredChanges = { [N in keyof PersonFields]?: PersonFields[N] | undefined } & {
  departmentConfirmed?: true | undefined;
};

/** Stores what differs, and ends what a new role ends. The caller must have locked the person. */
async function store(
  tx: Transaction,
  admin: User,
  person: UserRow,
  given: StoredChanges,
  method?: 'bulk',
): Promise<User> {
  // An admin who states a department confirms it.
  const confirms = given.department !== undefined && { departmentConfirmed: true as const };
  const { before, after: changes } = changesOf(person, { ...given, ...confirms });
  if (Object.keys(changes).length === 0) return presentUser(person);
  const after = await changeUser(
    tx,
    person.id,
    { ...changes, ...(changes.name !== undefined && { nameSetByAdmin: true }) },
    admin.id,
  );
  if (changes.role) {
    await voidCodesOfUser(tx, person.id);
    await endDeskRights(tx, person.id);
  }
  const { role, departmentConfirmed, ...personal } = changes;
  const { role: roleBefore, departmentConfirmed: wasConfirmed, ...personalBefore } = before;
  await recordAudit(tx, {
    action: role ? 'change-role' : 'change-user',
    actorId: admin.id,
    subjectId: person.id,
    ...(method && { method }),
    details: {
      before: { role: roleBefore, departmentConfirmed: wasConfirmed },
      after: { role, departmentConfirmed },
    },
    personal: { before: personalBefore, after: personal },
  });
  return after;
}

/**
 * Makes the same changes to all of these people or to none, each audited separately. Returns the
 * number of changed people.
 */
export async function updateUsers(
  deps: AccessDeps,
  admin: User,
  userIds: readonly string[],
  changes: BulkUserChanges,
): Promise<number> {
  const ids = [...new Set(userIds)];
  if (changes.state === 'suspended' && ids.includes(admin.id)) throw appError('OWN_SUSPENSION');
  const { result } = await changeAccess(deps, admin, { holderIds: ids }, async (tx) => {
    await lockAdmins(tx);
    const people = await lockUsersInAnyState(tx, ids);
    requireFound(ids, people);
    const { department, role, departmentConfirmed } = changes;
    const edits = (department ?? role ?? departmentConfirmed) !== undefined;
    if (edits && people.some((person) => person.role === 'visitor'))
      throw appError('VISITOR_NOT_EDITED');
    if (role) requirePending(people);
    if (department && people.some((person) => person.department !== department))
      await requireRegistrationDepartment(tx, department);
    const done: PersonChange[] = [];
    for (const person of people) done.push(await changeOne(tx, admin, person, changes));
    return done;
  });
  for (const { id, endsConnections } of result)
    if (endsConnections) deps.publisher.personChanged(id);
  deps.publisher.notified(result.flatMap(({ deliveries }) => deliveries));
  return result.filter(({ changed }) => changed).length;
}

function requireFound(ids: readonly string[], people: readonly UserRow[]): void {
  const found = new Map(people.map((person) => [person.id, person]));
  const missing = ids.filter((id) => found.get(id)?.deletedAt !== null);
  if (missing.length === 0) return;
  const names = missing.map((id) => found.get(id)?.name ?? id);
  throw appError('USERS_NOT_FOUND', { names: joinedText(names) }).withDetails({ userIds: missing });
}

/** Faculty stay faculty. */
function requirePending(people: readonly UserRow[]): void {
  const others = people.filter(({ role }) => role !== 'pending' && role !== 'faculty');
  if (others.length === 0) return;
  const names = joinedText(others.map(({ name }) => name));
  throw appError('NOT_PENDING', { names }).withDetails({ userIds: others.map(({ id }) => id) });
}

type PersonChange = {
  id: string;
  changed: boolean;
  endsConnections: boolean;
  deliveries: readonly NotificationDelivery[];
};

async function changeOne(
  tx: Transaction,
  admin: User,
  person: UserRow,
  { department, role, state, departmentConfirmed }: BulkUserChanges,
): Promise<PersonChange> {
  const { id } = person;
  const isAccepted = role === 'faculty' && person.waitingSince !== null && !person.suspendedAt;
  const stored = await store(
    tx,
    admin,
    person,
    {
      department,
      ...(person.department && { departmentConfirmed }),
      ...(role && !isAccepted && { role }),
    },
    'bulk',
  );
  const accepted = isAccepted ? await accept(tx, admin, person) : null;
  const suspended = state && (await suspend(tx, admin, accepted?.person ?? person));
  const isSuspended = suspended?.outcome === 'suspended';
  return {
    id,
    changed: stored.version !== person.version || accepted !== null || isSuspended,
    endsConnections: stored.role !== person.role || accepted !== null || isSuspended,
    deliveries: accepted?.deliveries ?? [],
  };
}
