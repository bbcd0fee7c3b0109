import { type Database, transact } from '../db/client.ts';
import { recordAudit } from '../features/audit/audit.service.ts';
import { voidCodesOfUser } from '../features/handovers/codes.service.ts';
import { changeUser } from '../features/users/change-user.service.ts';
import { holdUser } from '../features/users/hold-user.service.ts';
import { requirePerson } from './require-person.ts';

/** Makes somebody who is known an admin; the processes that run notice within seconds. */
export async function grantAdmin(db: Database, named: string): Promise<string> {
  const { id, email } = await requirePerson(db, named).catch((error: Error) => {
    throw new Error(
      `${error.message} Let them sign in once and run this again; or set ADMIN_EMAIL to the address, which makes them admin when they register.`,
    );
  });
  return transact(db, async (tx) => {
    const before = await holdUser(tx, id);
    if (!before) throw new Error(`${email} has just been removed.`);
    if (before.suspendedAt)
      throw new Error(`${email} is suspended. An admin restores them on Manage Users first.`);
    if (before.role === 'admin') return `${email} is an admin already. Nothing was changed.`;
    await changeUser(tx, id, { role: 'admin' });
    await voidCodesOfUser(tx, id);
    await recordAudit(tx, {
      action: 'change-role',
      subjectId: id,
      method: 'command',
      details: { before: { role: before.role }, after: { role: 'admin' } },
    });
    return `${email} is now an admin; before, ${before.role}.`;
  });
}
