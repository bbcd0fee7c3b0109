import { type Database, transact } from '../db/client.ts';
import {
  allowLinking,
  cancelLinking,
  countByIssuer,
  listKnownBy,
} from '../features/users/link-identity.service.ts';
import { requirePerson } from './require-person.ts';

const minutesForOne = 15;
const minutesOfDay = 1440;

/** Lets the next unknown identity with this person's address become theirs. */
export async function linkPerson(db: Database, named: string): Promise<string> {
  const { id, email } = await requirePerson(db, named);
  await transact(db, (tx) => allowLinking(tx, { userIds: [id], minutes: minutesForOne }));
  return `${email} may now sign in with a new identity: once, within ${minutesForOne} minutes.`;
}

/** The same for everybody for whom a provider vouched that the campus no longer uses. */
export async function linkEverybodyOf(db: Database, issuer: string, days: number): Promise<string> {
  const userIds = await listKnownBy(db, issuer);
  if (userIds.length === 0) {
    const known = [...(await countByIssuer(db))].map(([name, people]) => `${name} (${people})`);
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

export async function cancelLinks(db: Database): Promise<string> {
  const cancelled = await transact(db, cancelLinking);
  return `Permissions taken back: ${cancelled}.`;
}
