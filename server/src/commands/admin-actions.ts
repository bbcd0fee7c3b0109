import type { User } from '@keydesk/shared/users/user';
import { recallWithoutAccess } from '../features/access/recall.ts';
import { recordAudit } from '../features/audit/record.ts';
import { endAllSessions, endUserSessions } from '../features/auth/sessions.ts';
import { readDue } from '../features/due/queries.ts';
import { endDeskRights } from '../features/duty/end-duty.ts';
import { voidCodesOfUser } from '../features/handovers/codes.ts';
import {
  allowLinking,
  cancelLinking,
  countUsersByIssuer,
  listUserIdsByIssuer,
} from '../features/users/link-identity.ts';
import { lockUserForUpdate } from '../features/users/queries.ts';
import { changeUser, findPerson, findPersonByAddress } from '../features/users/service.ts';
import { holdMessages, releaseMessages } from '../platform/backup/held-messages.ts';
import { type Database, type Transaction, transact } from '../platform/db/client.ts';

const minutesForOne = 15;
const minutesOfDay = 1440;

/** Lets this person sign in with a new identity: the next unknown one that has their address. */
export async function linkPerson(db: Database, named: string): Promise<string> {
  const { id, email } = await requirePerson(db, named);
  await transact(db, (tx) => allowLinking(tx, { userIds: [id], minutes: minutesForOne }));
  return `${email} may now sign in with a new identity: once, within ${minutesForOne} minutes.`;
}

/** The active person with this address or id; throws a clear error if there is none. */
async function requirePerson(db: Database, named: string): Promise<User> {
  const person = named.includes('@')
    ? await findPersonByAddress(db, named)
    : await findPerson(db, named);
  if (!person)
    throw new Error(
      `Nobody here is known as ${named}. PERSON is the e-mail address or the id of somebody who has signed in, or was imported.`,
    );
  return person;
}

/** The same for everybody who signed in with a provider that the campus no longer uses. */
export async function linkEverybodyOf(db: Database, issuer: string, days: number): Promise<string> {
  const userIds = await listUserIdsByIssuer(db, issuer);
  if (userIds.length === 0) {
    const known = [...(await countUsersByIssuer(db))].map(
      ([name, people]) => `${name} (${people})`,
    );
    throw new Error(
      `Nobody is known by ${issuer}. ${known.length > 0 ? `Providers and their people: ${known.join(', ')}.` : 'Nobody has signed in yet.'}`,
    );
  }
  const until = await transact(db, (tx) =>
    allowLinking(tx, { userIds, minutes: days * minutesOfDay }),
  );
  return [
    `Everybody known by ${issuer} (${userIds.length}) may sign in with a new identity, once, until ${until.toISOString()}.`,
    'Until then whoever has the address of one of them at the new provider is that person.',
    'npm run admin -- link --cancel takes back what was not used.',
  ].join('\n');
}

/** Withdraws all such permissions that were not used. */
export async function cancelLinks(db: Database): Promise<string> {
  const cancelled = await transact(db, cancelLinking);
  return `Permissions taken back: ${cancelled}.`;
}

/**
 * Makes a known person an admin, and recalls keys that only their old role allowed; running processes
 * notice within seconds.
 */
export async function grantAdmin(
  db: Database,
  named: string,
  defaultTimezone: string,
): Promise<string> {
  const { id, email } = await requirePerson(db, named).catch((error: Error) => {
    throw new Error(
      `${error.message} Let them sign in once and run this again; or set ADMIN_EMAIL to the address, which makes them admin when they register.`,
    );
  });
  const timezone = (await readDue(db)).timezone ?? defaultTimezone;
  const options = { byId: null, timezone, scope: { holderId: id } };
  const change = async (tx: Transaction): Promise<string> => {
    const before = await lockUserForUpdate(tx, id);
    if (!before) throw new Error(`${email} has just been removed.`);
    if (before.suspendedAt)
      throw new Error(`${email} is suspended. An admin restores them on Manage Users first.`);
    if (before.role === 'admin') return `${email} is an admin already. Nothing was changed.`;
    await changeUser(tx, id, { role: 'admin' });
    await voidCodesOfUser(tx, id);
    await endDeskRights(tx, id);
    await recordAudit(tx, {
      action: 'change-role',
      subjectId: id,
      method: 'command',
      details: { before: { role: before.role }, after: { role: 'admin' } },
    });
    return `${email} is now an admin; before, ${before.role}.`;
  };
  const { result } = await transact(db, (tx) => recallWithoutAccess(tx, options, () => change(tx)));
  return result;
}

/** Signs one person out everywhere, or everybody if nobody is named. */
export async function endSessions(db: Database, named: string | null): Promise<string> {
  if (named === null) {
    const ended = await transact(db, async (tx) => {
      const sessions = await endAllSessions(tx);
      await recordAudit(tx, {
        action: 'sign-out-everywhere',
        method: 'command',
        details: { everybody: true, sessions },
      });
      return sessions;
    });
    return `Everybody is signed out: ${ended} sessions ended.`;
  }
  const { id, email } = await requirePerson(db, named);
  await transact(db, async (tx) => {
    await endUserSessions(tx, id);
    await recordAudit(tx, { action: 'sign-out-everywhere', subjectId: id, method: 'command' });
  });
  return `${email} is signed out everywhere.`;
}

/** Ends the quiet of a restored copy: its waiting mails leave with the next rounds. */
export async function sendMessages(db: Database): Promise<string> {
  return transact(db, async (tx) => {
    if (!(await releaseMessages(tx))) return 'No messages were held. Nothing was changed.';
    await recordAudit(tx, { action: 'send-messages', method: 'command' });
    return 'Mails, pushes and reminders leave again. Mails that waited for more than 24 hours are left out.';
  });
}

/** Makes a copy quiet that was not made by `npm run restore`. */
export async function holdAllMessages(db: Database): Promise<string> {
  return transact(db, async (tx) => {
    await holdMessages(tx, null);
    await recordAudit(tx, { action: 'hold-messages', method: 'command' });
    return 'Mails, pushes and reminders wait until: npm run admin -- send-messages';
  });
}
