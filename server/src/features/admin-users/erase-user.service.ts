import { refusal } from '@keydesk/shared/errors';
import { type RoleMailboxes, roleForMailbox } from '@keydesk/shared/users/role-assignment';
import type { User } from '@keydesk/shared/users/user';
import type { Config } from '../../config.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockPerson, storePerson } from './admin-users.repository.ts';
import { requireNoKeys } from './delete-user.service.ts';

/**
 * Forgets who a removed person was. Loans and audit events stay as they are and name an id, behind
 * which now stands a former member. Their identity is forgotten with the rest, so whoever signs in
 * with it again is somebody new.
 */
export async function erasePerson(
  { db, config }: { db: Database; config: Pick<Config, 'mailboxes'> },
  admin: User,
  userId: string,
): Promise<void> {
  await transact(db, async (tx) => {
    const person = await lockPerson(tx, userId);
    if (!person) throw refusal('USER_NOT_FOUND');
    if (!person.deletedAt) throw refusal('USER_NOT_REMOVED');
    await requireNoKeys(tx, userId);
    const addresses = [person.email, ...(await listEarlierAddresses(tx, userId))];
    for (const address of addresses) requireNoRoleOf(address, config.mailboxes);
    await forgetNotices(tx, addresses);
    await storePerson(tx, userId, {
      name: 'Former member',
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
    for (const statement of forgetting) await tx.query(statement, [userId]);
    await recordAudit(tx, { action: 'erase-user', actorId: admin.id, subjectId: userId });
  });
}

/** The addresses that an admin or an import has changed. */
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

/** An erased person's account may register again, and must not be admin or the desk by that. */
function requireNoRoleOf(address: string, mailboxes: RoleMailboxes): void {
  const role = roleForMailbox(address, mailboxes);
  if (role !== 'faculty')
    throw refusal('ADDRESS_GIVES_ROLE', role === 'admin' ? 'ADMIN_EMAIL' : 'SECURITY_EMAIL');
}

/** Admins were told name and address, the address in brackets, of registrations and renamings. */
async function forgetNotices(tx: Transaction, addresses: readonly string[]): Promise<void> {
  await tx.query(
    `DELETE FROM notifications WHERE type = 'system_alert' AND EXISTS (
            SELECT FROM unnest($1::text[]) AS address
             WHERE strpos(lower(message), '(' || lower(address) || ')') > 0)`,
    [addresses],
  );
}

/** Rows that are about this person alone, and answers to a desk that repeat their name. */
const forgetting: readonly string[] = [
  'DELETE FROM audit_personal WHERE person_id = $1',
  'DELETE FROM notifications WHERE user_id = $1',
  'DELETE FROM push_subscriptions WHERE user_id = $1',
  'DELETE FROM codes WHERE user_id = $1',
  'UPDATE codes SET result = NULL WHERE used_by = $1',
  'DELETE FROM sessions WHERE user_id = $1',
  'DELETE FROM link_permissions WHERE user_id = $1',
];
