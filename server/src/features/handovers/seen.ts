import type { UserDetails } from '@keydesk/shared/users/user';
import type { Transaction } from '../../db/client.ts';
import type { KeyRow } from '../keys/key-row.ts';
import { lockAndReadKeys } from '../keys/keys.service.ts';
import { keepPerson } from '../users/find-person.service.ts';
import { findKeysOfCode, lockCode, lockKeysOfCode, type OwnedCodeRow } from './codes.repository.ts';
import { databaseNow } from './handovers.repository.ts';

/**
 * What a handover is decided about: the keys in id order, all locked, the person concerned, or null
 * when they are gone, and the database's clock, read after the locks were held.
 */
export type Seen = { keys: KeyRow[]; person: UserDetails | null; now: Date };

export type SeenByCode = Seen & { code: OwnedCodeRow };

const ownerOf = (row: OwnedCodeRow): UserDetails | null =>
  row.owner_closed_at
    ? null
    : {
        id: row.user_id,
        name: row.owner_name,
        email: row.owner_email,
        role: row.owner_role,
        department: row.owner_department as UserDetails['department'],
        facultyId: row.owner_faculty_id,
      };

/** Locks and reads these keys and this person; the statements are sent at once. */
export const lookAt = async (
  tx: Transaction,
  keyIds: readonly string[],
  personId: string,
): Promise<Seen> => {
  const [keys, person, now] = await Promise.all([
    lockAndReadKeys(tx, keyIds),
    keepPerson(tx, personId),
    databaseNow(tx),
  ]);
  return { keys, person, now };
};

/**
 * Locks and reads the keys of an issued code, then the code and its owner; undefined when nothing
 * was issued under this secret. The keys' locks come first, as in every handover.
 */
export const lookByCode = async (
  tx: Transaction,
  secretHash: Buffer,
): Promise<SeenByCode | undefined> => {
  const [, code, keys] = await Promise.all([
    lockKeysOfCode(tx, secretHash),
    lockCode(tx, secretHash),
    findKeysOfCode(tx, secretHash),
  ]);
  return code && { code, keys, person: ownerOf(code), now: code.now };
};
