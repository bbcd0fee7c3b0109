import type { User } from '@keydesk/shared/users/user';
import type { Database } from '../db/client.ts';
import { findPerson, findPersonByAddress } from '../features/users/find-person.service.ts';

/** The active person with this address or id; a clear refusal when there is none. */
export async function requirePerson(db: Database, named: string): Promise<User> {
  const person = named.includes('@')
    ? await findPersonByAddress(db, named)
    : await findPerson(db, named);
  if (!person)
    throw new Error(
      `Nobody here is known as ${named}. PERSON is the e-mail address or the id of somebody who has signed in, or was imported.`,
    );
  return person;
}
