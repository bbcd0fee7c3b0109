import { parseArgs } from 'node:util';
import type { User } from '@keydesk/shared/people/user';
import { readConfig } from '../config/config.ts';
import { recordAudit } from '../core/audit/record.ts';
import { holdMessages, releaseMessages } from '../core/messages/held-messages.ts';
import { type Database, openDatabase, type Transaction, transact } from '../db/client.ts';
import { requireCurrentSchema } from '../db/migrate.ts';
import { withClient } from '../db/open-client.ts';
import { recallWithoutAccess } from '../features/access/recall.ts';
import { readDue } from '../features/due/current-due.ts';
import { endDeskRights } from '../features/duty/duties.ts';
import { voidCodesOfUser } from '../features/loans/codes.ts';
import {
  changeUser,
  findPerson,
  findPersonByAddress,
  lockUserForUpdate,
} from '../features/people/users.ts';
import { endAllSessions, endUserSessions } from '../features/session/sessions.ts';
import {
  allowLinking,
  cancelLinking,
  countUsersByIssuer,
  listUserIdsByIssuer,
} from '../features/session/sign-up.ts';
import { withEnvironmentDatabase } from './environment-database.ts';

const usage = `
npm run admin -- link PERSON
    For 15 minutes, the next sign-in with PERSON's address is PERSON: for someone whose provider
    now has another identity for them, and who is refused as 'address-of-another'.
npm run admin -- link --issuer ISSUER [--days DAYS]
    The same for everyone known by the provider ISSUER, once each, for 14 days (1 to 60): after
    the campus changed its provider. Until then an address is enough to be its person, admins
    included: use it only if the new provider gives no address to someone else.
npm run admin -- link --cancel
    Takes back all such permissions that were not used.
npm run admin -- grant-admin PERSON
    Makes a known person an admin.
npm run admin -- end-sessions PERSON
npm run admin -- end-sessions --all
    Signs one person, or everyone, out everywhere; live connections end within seconds.
npm run admin -- send-messages
npm run admin -- hold-messages
    Lets the mails, pushes and reminders go that wait in a restored copy, once it is what people
    use; or holds them, in a copy that was made by other means than npm run restore.

PERSON is an e-mail address, or the id that the log names.`;

const options = {
  issuer: { type: 'string' },
  days: { type: 'string' },
  cancel: { type: 'boolean' },
  all: { type: 'boolean' },
} as const;

type Action = (db: Database) => Promise<string>;

/** `npm run admin -- …`; returns what was done. */
export async function runAdmin({ args }: { args: string[] }): Promise<string> {
  const run = parseAction(args);
  return withEnvironmentDatabase({ creates: false }, async (url) => {
    // Refuses a pooler that shares sessions: it would run into other users' prepared statements.
    await withClient(url, 'keydesk-admin', async () => undefined);
    // A broken connection is reported by the statement under way, which fails.
    const db = openDatabase(url, () => undefined);
    try {
      await requireCurrentSchema(db);
      return await run(db);
    } finally {
      await db.pool.end();
    }
  });
}

/** Before anything is done with a database. */
function parseAction(args: string[]): Action {
  const { positionals, values } = parseArguments(args);
  const [name, person, ...others] = positionals;
  const given = Object.keys(values).sort().join(' ');
  const form = [name, person && 'PERSON', others.length > 0 && '…', given]
    .filter(Boolean)
    .join(' ');
  switch (form) {
    case '':
      throw usageError('Nothing was asked for.');
    case 'link PERSON':
      return (db) => linkPerson(db, person ?? '');
    case 'link issuer':
    case 'link days issuer': {
      const days = Number(values.days ?? 14);
      if (!(Number.isInteger(days) && days >= 1 && days <= 60))
        throw usageError('--days is a whole number from 1 to 60.');
      return (db) => linkEveryoneOf(db, values.issuer ?? '', days);
    }
    case 'link cancel':
      return cancelLinks;
    case 'grant-admin PERSON':
      return (db) => grantAdmin(db, person ?? '', readConfig(process.env).campusTimezone);
    case 'end-sessions PERSON':
      return (db) => endSessions(db, person ?? '');
    case 'end-sessions all':
      return (db) => endSessions(db, null);
    case 'send-messages':
      return sendMessages;
    case 'hold-messages':
      return holdAllMessages;
    default:
      throw usageError(`Not understood: ${args.join(' ')}`);
  }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

function usageError(what: string): Error {
  return new Error(`${what}\n${usage}`);
}

const minutesForOne = 15;
const minutesOfDay = 1440;

/** Lets the next unknown identity with this person's address become theirs. */
async function linkPerson(db: Database, named: string): Promise<string> {
  const { id, email } = await requirePerson(db, named);
  await transact(db, (tx) => allowLinking(tx, { userIds: [id], minutes: minutesForOne }));
  return `${email} may now sign in with a new identity: once, within ${minutesForOne} minutes.`;
}

/** Finds an active person by address or id; throws a clear error otherwise. */
async function requirePerson(db: Database, named: string): Promise<User> {
  const person = named.includes('@')
    ? await findPersonByAddress(db, named)
    : await findPerson(db, named);
  if (!person)
    throw new Error(
      `No one here is known as ${named}. PERSON is the e-mail address or the id of someone who has signed in, or was imported.`,
    );
  return person;
}

/** Links everyone who signed in with a provider that the campus no longer uses. */
async function linkEveryoneOf(db: Database, issuer: string, days: number): Promise<string> {
  const userIds = await listUserIdsByIssuer(db, issuer);
  if (userIds.length === 0) {
    const known = [...(await countUsersByIssuer(db))].map(
      ([name, people]) => `${name} (${people})`,
    );
    throw new Error(
      `No one is known by ${issuer}. ${known.length > 0 ? `Providers and their people: ${known.join(', ')}.` : 'No one has signed in yet.'}`,
    );
  }
  const until = await transact(db, (tx) =>
    allowLinking(tx, { userIds, minutes: days * minutesOfDay }),
  );
  return [
    `Everyone known by ${issuer} (${userIds.length}) may sign in with a new identity, once, until ${until.toISOString()}.`,
    'Until then a person with the address of one of them at the new provider is that person.',
    'npm run admin -- link --cancel takes back what was not used.',
  ].join('\n');
}

async function cancelLinks(db: Database): Promise<string> {
  const cancelled = await transact(db, cancelLinking);
  return `Permissions taken back: ${cancelled}.`;
}

/**
 * Makes a known person an admin, and recalls keys that only their old role allowed; running
 * processes notice within seconds.
 */
async function grantAdmin(db: Database, named: string, defaultTimezone: string): Promise<string> {
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
    await changeUser(tx, id, { role: 'admin' }, null);
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

/** Signs one person out everywhere; everyone with null. */
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
    return `Everyone is signed out: ${ended} sessions ended.`;
  }
  const { id, email } = await requirePerson(db, named);
  await transact(db, async (tx) => {
    await endUserSessions(tx, id);
    await recordAudit(tx, { action: 'sign-out-everywhere', subjectId: id, method: 'command' });
  });
  return `${email} is signed out everywhere.`;
}

/** Releases the messages of a restored copy: waiting emails leave with the next rounds. */
export async function sendMessages(db: Database): Promise<string> {
  return transact(db, async (tx) => {
    if (!(await releaseMessages(tx))) return 'No messages were held. Nothing was changed.';
    await recordAudit(tx, { action: 'send-messages', method: 'command' });
    return 'Mails, pushes and reminders leave again. Mails that waited for more than 24 hours are left out.';
  });
}

/** For a copy that was not made by `npm run restore`. */
export async function holdAllMessages(db: Database): Promise<string> {
  return transact(db, async (tx) => {
    await holdMessages(tx, null);
    await recordAudit(tx, { action: 'hold-messages', method: 'command' });
    return 'Mails, pushes and reminders wait until: npm run admin -- send-messages';
  });
}
