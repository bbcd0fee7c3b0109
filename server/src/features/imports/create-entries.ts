import type { NamedEntry } from '@keydesk/shared/imports/routes';
import type { User } from '@keydesk/shared/users/user';
import type { Transaction } from '../../platform/db/client.ts';
import { addEntryIn } from '../campus/index.ts';

/** Adds what a file names to the lists of the campus, labelled with its code. */
export async function createEntries(
  tx: Transaction,
  admin: User,
  entries: readonly NamedEntry[],
): Promise<void> {
  for (const { list, code } of entries)
    await addEntryIn(tx, admin, list, {
      code,
      label: code,
      ...(list === 'departments' && { registers: true, lends: true }),
    });
}
