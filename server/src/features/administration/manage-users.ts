import { appError } from '@keydesk/shared/core/errors';
import { type RoleMailboxes, roleForMailbox } from '@keydesk/shared/http/roles';
import { formerMember } from '@keydesk/shared/people/shown-name';
import type { SettableState, User } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { eraseFromMessages } from '../../core/messages/queries.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import {
  type AccessDeps,
  changeAccess,
  eraseAccessOf,
  eraseRefusalsOf,
  eraseRequestsOf,
  lockAccessForChange,
  lockRequestsOf,
} from '../access/index.ts';
import { eraseRulesAbout } from '../due/index.ts';
import { lockUserForUpdate, presentUser, type UserRow } from '../people/index.ts';
import { endUserSessions } from '../session/index.ts';
import { lockAdmins, lockUserInAnyState, requireAnotherAdmin, updateLockedUser } from './users.ts';

type StateChange = {
  person: UserRow;
  outcome: 'suspended' | 'restored' | 'accepted' | 'unchanged';
  deliveries: readonly NotificationDelivery[];
};

/** Suspends, restores or accepts a person. Idempotent. */
export async function changeUserState(
  deps: AccessDeps,
  admin: User,
  userId: string,
  state: SettableState,
): Promise<{ message: string; user: User }> {
  if (state === 'suspended' && admin.id === userId) throw appError('OWN_SUSPENSION');
  const { result } = await changeAccess(deps, admin, { holderId: userId }, async (tx) => {
    await lockAdmins(tx);
    const before = await lockUserInAnyState(tx, userId);
    if (!before) throw appError('USER_NOT_FOUND');
    return state === 'suspended' ? suspend(tx, admin, before) : activate(tx, admin, before);
  });
  const { person, outcome, deliveries } = result;
  if (outcome !== 'unchanged') deps.publisher.personChanged(userId);
  deps.publisher.notified(deliveries);
  return { message: answer('user-state', { outcome }), user: presentUser(person) };
}

/** Allowed with keys out, which are recalled. The caller must hold the lock on admins. */
export async function suspend(tx: Transaction, admin: User, person: UserRow): Promise<StateChange> {
  if (person.deletedAt) throw appError('USER_REMOVED');
  if (person.suspendedAt) return { person, outcome: 'unchanged', deliveries: [] };
  if (person.role === 'admin') await requireAnotherAdmin(tx, person.id);
  await endUserSessions(tx, person.id);
  const suspended = await updateLockedUser(tx, person.id, { suspendedAt: new Date() }, admin.id);
  await recordAudit(tx, { action: 'suspend-user', actorId: admin.id, subjectId: person.id });
  return { person: suspended, outcome: 'suspended', deliveries: [] };
}

async function activate(tx: Transaction, admin: User, person: UserRow): Promise<StateChange> {
  if (person.deletedAt || person.suspendedAt) {
    const restored = await updateLockedUser(
      tx,
      person.id,
      { deletedAt: null, suspendedAt: null },
      admin.id,
    );
    await recordAudit(tx, { action: 'restore-user', actorId: admin.id, subjectId: person.id });
    return { person: restored, outcome: 'restored', deliveries: [] };
  }
  if (!person.waitingSince) return { person, outcome: 'unchanged', deliveries: [] };
  return accept(tx, admin, person);
}

export async function accept(tx: Transaction, admin: User, person: UserRow): Promise<StateChange> {
  // Only future faculty wait: people whose mailbox gives another role are accepted at once.
  const accepted = await updateLockedUser(
    tx,
    person.id,
    { waitingSince: null, role: 'faculty', departmentConfirmed: true },
    admin.id,
  );
  await recordAudit(tx, {
    action: 'accept-user',
    actorId: admin.id,
    subjectId: person.id,
    details: { role: accepted.role },
  });
  const deliveries = await notify(tx, [{ userId: person.id, template: 'welcome', facts: {} }]);
  return { person: accepted, outcome: 'accepted', deliveries };
}

export async function signOutUser(
  { db, publisher }: Pick<AccessDeps, 'db' | 'publisher'>,
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

/**
 * Deletes a person: sessions and codes end, the history stays, and address, Faculty ID and identity
 * keep them out until an admin restores or erases them. For a waiting person this declines the
 * registration and frees the claimed Faculty ID.
 */
export async function deleteUser(
  { db, publisher }: Pick<AccessDeps, 'db' | 'publisher'>,
  admin: User,
  userId: string,
): Promise<void> {
  if (admin.id === userId) throw appError('OWN_ACCOUNT');
  await transact(db, async (tx) => {
    await lockAccessForChange(tx);
    await lockAdmins(tx);
    const person = await lockUserInAnyState(tx, userId);
    if (!person || person.deletedAt) throw appError('USER_NOT_FOUND');
    if (person.role === 'admin') await requireAnotherAdmin(tx, userId);
    await requireNoKeys(tx, userId);
    await endUserSessions(tx, userId);
    const claimed = person.waitingSince && {
      waitingSince: null,
      department: null,
      facultyId: null,
    };
    await updateLockedUser(tx, userId, { deletedAt: new Date(), ...claimed }, admin.id);
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

/**
 * Checks `no-open-loans` for a person and the visitors they sponsor. The caller must hold the
 * access lock.
 */
async function requireNoKeys(tx: Transaction, userId: string): Promise<void> {
  const keys = await tx.rows<{ keyId: string; keyNumber: string }>(
    `SELECT k.id AS "keyId", k.key_number AS "keyNumber"
       FROM loans l JOIN keys k ON k.id = l.key_id LEFT JOIN visitors v ON v.user_id = l.holder_id
      WHERE l.returned_at IS NULL AND $1 IN (l.holder_id, v.sponsor_id)
      ORDER BY k.key_number, k.id`,
    [userId],
  );
  if (keys.length === 0) return;
  throw appError('USER_HAS_KEYS', {
    numbers: keys.map(({ keyNumber }) => keyNumber).join(', '),
  }).withDetails({
    keys,
  });
}

/**
 * Erases a deleted person's data. Loans and audit events stay; their id now belongs to a "Former
 * member". The identity is erased too, so signing in with it creates a new person.
 */
export async function eraseUser(
  { db, config }: { db: Database; config: Pick<Config, 'mailboxes'> },
  admin: User,
  userId: string,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockAccessForChange(tx);
    await lockRequestsOf(tx, userId);
    const person = await lockUserInAnyState(tx, userId);
    if (!person) throw appError('USER_NOT_FOUND');
    if (!person.deletedAt) throw appError('USER_NOT_REMOVED');
    await requireNoKeys(tx, userId);
    const addresses = [person.email, ...(await listEarlierAddresses(tx, userId))];
    for (const address of addresses) requireNoMailboxRole(address, config.mailboxes);
    await eraseLocked(tx, person, admin.id);
  });
}

/**
 * For a person without keys whom the caller has locked; includes access and requests. With `byId`
 * null, ended rows are attributed to the person.
 */
export async function eraseLocked(
  tx: Transaction,
  { id: userId, deletedAt }: UserRow,
  byId: string | null,
): Promise<void> {
  await eraseFromMessages(tx, userId);
  const erased = {
    name: formerMember(),
    email: `former-member-${userId}`,
    facultyId: null,
    department: null,
    phone: null,
    language: null,
    issuer: 'erased',
    subject: userId,
    isVerified: false,
    providerEmail: null,
    providerName: null,
    lastLogin: null,
    suspendedAt: null,
    deletedAt: deletedAt ?? new Date(),
    erasedAt: new Date(),
  };
  await updateLockedUser(tx, userId, erased, byId);
  for (const statement of personalDataDeletes) await tx.query(statement, [userId]);
  for (const party of ['holder', 'sponsor'])
    await tx.query(`UPDATE loans SET ${party}_name = $2 WHERE ${party}_id = $1`, [
      userId,
      formerMember(),
    ]);
  const endedBy = byId ?? userId;
  await eraseRulesAbout(tx, userId, endedBy);
  await eraseAccessOf(tx, userId, endedBy);
  await eraseRequestsOf(tx, userId, endedBy);
  await eraseRefusalsOf(tx, userId);
  await recordAudit(tx, {
    action: 'erase-user',
    ...(byId !== null && { actorId: byId }),
    subjectId: userId,
  });
}

/** Earlier addresses, which an admin or the provider has changed. */
async function listEarlierAddresses(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx.rows<{ address: string }>(
    `SELECT DISTINCT address FROM audit_personal, LATERAL (VALUES
            (data ->> 'email'), (data -> 'before' ->> 'email'), (data -> 'after' ->> 'email')
            ) AS held (address)
      WHERE person_id = $1 AND address IS NOT NULL`,
    [userId],
  );
  return rows.map(({ address }) => address);
}

/** An erased person may register again, and must not become an admin or the desk by that. */
function requireNoMailboxRole(address: string, mailboxes: RoleMailboxes): void {
  const role = roleForMailbox(address, mailboxes);
  if (role !== 'faculty')
    throw appError('ADDRESS_GIVES_ROLE', {
      setting: role === 'admin' ? 'ADMIN_EMAIL' : 'SECURITY_EMAIL',
    });
}

/**
 * Deletes rows about this person alone, stored answers to a desk that repeat their name, and texts
 * about their loans. A settlement's note may also be the return reason, so that is deleted first.
 */
const personalDataDeletes: readonly string[] = [
  'DELETE FROM audit_personal WHERE person_id = $1',
  'DELETE FROM notifications WHERE user_id = $1',
  'DELETE FROM mail_outbox WHERE user_id = $1',
  'DELETE FROM message_preferences WHERE user_id = $1',
  'DELETE FROM push_subscriptions WHERE user_id = $1',
  `UPDATE codes SET result = NULL
    WHERE key_ids::text[] && ARRAY(SELECT key_id::text FROM waits WHERE user_id = $1)`,
  'DELETE FROM waits WHERE user_id = $1',
  'DELETE FROM codes WHERE user_id = $1',
  'UPDATE codes SET result = NULL WHERE used_by = $1',
  'DELETE FROM sessions WHERE user_id = $1',
  'DELETE FROM link_permissions WHERE user_id = $1',
  'DELETE FROM shift_notes WHERE written_by = $1',
  'DELETE FROM duty_pins WHERE user_id = $1',
  'DELETE FROM duty_pin_failures WHERE user_id = $1',
  'DELETE FROM person_cards WHERE user_id = $1',
  'DELETE FROM visitors WHERE user_id = $1',
  `UPDATE loan_extensions e SET reason = NULL
     FROM loans l LEFT JOIN loan_disputes d ON d.loan_id = l.id
    WHERE l.id = e.loan_id AND $1 IN (l.holder_id, d.corrected_to)`,
  `UPDATE loans l SET return_reason = NULL FROM loan_disputes d
    WHERE d.loan_id = l.id AND $1 IN (l.holder_id, d.corrected_to) AND l.return_reason = d.note`,
  `UPDATE incidents i SET last_seen = NULL, note = NULL, resolution_note = NULL
    WHERE i.reported_by = $1
       OR i.loan_id IN (SELECT id FROM loans WHERE holder_id = $1)`,
  `UPDATE loan_disputes d SET note = NULL FROM loans l
    WHERE l.id = d.loan_id AND d.note IS NOT NULL AND $1 IN (l.holder_id, d.corrected_to)`,
];
