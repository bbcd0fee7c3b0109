import { appError } from '@keydesk/shared/errors';
import { type RoleMailboxes, roleForMailbox } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import type { Config } from '../../config.ts';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import {
  eraseAccessOf,
  eraseRefusalsOf,
  eraseRequestsOf,
  lockAccessForChange,
  lockRequestsOf,
} from '../access/index.ts';
import { recordAudit } from '../audit/index.ts';
import { endUserSessions } from '../auth/index.ts';
import { eraseRulesAbout } from '../due/index.ts';
import { eraseFromMessages, formerMember } from '../notifications/index.ts';
import {
  listOpenLoans,
  lockAdmins,
  lockUserInAnyState,
  requireAnotherAdmin,
  updateLockedUser,
} from './queries.ts';

type Deps = { db: Database; publisher: Publisher };

/**
 * Removes a person: their history stays, their sessions and codes end, and their address, Faculty
 * ID and identity keep them out until an admin restores or erases them. A person who was waiting to
 * be accepted is declined, which frees the Faculty ID that they only claimed.
 */
export async function deleteUser(
  { db, publisher }: Deps,
  admin: User,
  userId: string,
): Promise<void> {
  if (admin.id === userId) throw appError('OWN_ACCOUNT');
  await transact(db, async (tx) => {
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
    await updateLockedUser(tx, userId, { deletedAt: new Date(), ...claimed });
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
 * Requires `nothing-out` of this person.
 * @throws USER_HAS_KEYS, which names the keys.
 */
async function requireNoKeys(tx: Transaction, userId: string): Promise<void> {
  const open = await listOpenLoans(tx, userId);
  if (open.length === 0) return;
  const keys = open.map(({ keyId, keyNumber }) => ({ keyId, keyNumber }));
  throw appError('USER_HAS_KEYS', keys.map(({ keyNumber }) => keyNumber).join(', ')).withDetails({
    keys,
  });
}

/**
 * Erases who a removed person was. Loans and audit events stay as they are; the id in them now
 * belongs to a "Former member". Their identity is erased too, so signing in with it creates a new
 * person.
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
    await eraseFromMessages(tx, userId);
    await updateLockedUser(tx, userId, {
      name: formerMember,
      email: `former-member-${userId}`,
      facultyId: null,
      department: null,
      issuer: 'erased',
      subject: userId,
      isVerified: false,
      lastLogin: null,
      suspendedAt: null,
      erasedAt: new Date(),
    });
    for (const statement of personalDataDeletes) await tx.query(statement, [userId]);
    await eraseRulesAbout(tx, userId, admin.id);
    await eraseAccessOf(tx, userId, admin.id);
    await eraseRequestsOf(tx, userId, admin.id);
    await eraseRefusalsOf(tx, userId);
    await recordAudit(tx, { action: 'erase-user', actorId: admin.id, subjectId: userId });
  });
}

/** The earlier addresses, which an admin or an import has changed. */
async function listEarlierAddresses(tx: Transaction, userId: string): Promise<string[]> {
  const { rows } = await tx.query<{ address: string }>(
    `SELECT DISTINCT address FROM audit_personal, LATERAL (VALUES
            (data ->> 'email'), (data -> 'before' ->> 'email'), (data -> 'after' ->> 'email')
            ) AS held (address)
      WHERE person_id = $1 AND address IS NOT NULL`,
    [userId],
  );
  return rows.map(({ address }) => address);
}

/** An erased person may register again, which must not make them an admin or the desk. */
function requireNoMailboxRole(address: string, mailboxes: RoleMailboxes): void {
  const role = roleForMailbox(address, mailboxes);
  if (role !== 'faculty')
    throw appError('ADDRESS_GIVES_ROLE', role === 'admin' ? 'ADMIN_EMAIL' : 'SECURITY_EMAIL');
}

/**
 * Deletes rows about this person alone, stored answers to a desk that repeat their name, and what was
 * typed about their loans: a settlement's note, which may be the reason of the return too, before it
 * is gone from the dispute.
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
  'DELETE FROM duty_pins WHERE user_id = $1',
  'DELETE FROM duty_pin_failures WHERE user_id = $1',
  'DELETE FROM person_cards WHERE user_id = $1',
  `UPDATE loan_extensions e SET reason = NULL
     FROM loans l LEFT JOIN loan_disputes d ON d.loan_id = l.id
    WHERE l.id = e.loan_id AND $1 IN (l.holder_id, d.corrected_to)`,
  `UPDATE loans l
      SET return_reason = CASE WHEN resolution = 'corrected' THEN 'Somebody else had the key' END
     FROM loan_disputes d
    WHERE d.loan_id = l.id AND $1 IN (l.holder_id, d.corrected_to) AND l.return_reason = d.note`,
  `UPDATE loan_disputes d SET note = NULL FROM loans l
    WHERE l.id = d.loan_id AND d.note IS NOT NULL AND $1 IN (l.holder_id, d.corrected_to)`,
];
