import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { type Database, openDatabase } from '../platform/db/client.ts';
import { requireCurrentSchema } from '../platform/db/migrate.ts';
import { withClient } from '../platform/db/open-client.ts';
import {
  cancelLinks,
  endSessions,
  grantAdmin,
  holdAllMessages,
  linkEverybodyOf,
  linkPerson,
  sendMessages,
} from './admin-actions.ts';
import { withEnvironmentDatabase } from './environment-database.ts';

const usage = `
npm run admin -- link PERSON
    For 15 minutes, whoever signs in with PERSON's address is PERSON, once: for somebody whose
    provider now tells another identity, and is refused as 'address-of-another'.
npm run admin -- link --issuer ISSUER [--days DAYS]
    The same for everybody who is known by the provider ISSUER, once each, for 14 days (1 to 60):
    after the campus changed its provider. Until then an address is all that it takes to be its
    person, admins included: only when the new provider gives no address to somebody else.
npm run admin -- link --cancel
    Takes back every such permission that was not used.
npm run admin -- grant-admin PERSON
    Makes somebody who is known an admin.
npm run admin -- end-sessions PERSON
npm run admin -- end-sessions --all
    Signs somebody, or everybody, out everywhere; live connections end within seconds.
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

/** Parses the arguments before anything is done with a database. */
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
      return (db) => linkEverybodyOf(db, values.issuer ?? '', days);
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

/** A mistake in the arguments, shown with the usage. */
function usageError(what: string): Error {
  return new Error(`${what}\n${usage}`);
}
