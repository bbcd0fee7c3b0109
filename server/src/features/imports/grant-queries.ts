import type { Connection, Transaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/ids.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { takesKeys } from '../../platform/db/predicates.ts';
import { foldCase } from './fold-case.ts';
import type { ExistingGrant, GrantFacts, NewGrantRow } from './plan-grants.ts';
import { findKeysByNumbers } from './queries.ts';

/** What a file names: keys by number and people by address, ignoring case. */
type Named = { keyNumbers: readonly string[]; emails: readonly string[] };

/** The keys, people and active grants that a file is about, and the database's clock. */
export async function readGrantFacts(
  db: Connection,
  { keyNumbers, emails }: Named,
): Promise<Pick<GrantFacts, 'now' | 'keys' | 'people' | 'grants'>> {
  const keys = await findKeysByNumbers(db, keyNumbers);
  const { rows: people } = await db.query<{ id: string; email: string; mayBorrow: boolean }>(
    `SELECT id, email, ${takesKeys('users')} AS "mayBorrow" FROM users
      WHERE deleted_at IS NULL AND lower(email) IN (SELECT lower(e) FROM unnest($1::text[]) AS e)`,
    [emails],
  );
  const { rows: grants } = await db.query<ExistingGrant>(
    `SELECT id, key_id AS "keyId", user_id AS "userId", valid_from AS "validFrom",
            valid_until AS "validUntil"
       FROM grants
      WHERE key_id = ANY ($1) AND user_id = ANY ($2) AND revoked_at IS NULL
        AND (valid_until IS NULL OR valid_until > clock_timestamp())
        AND (uses_left IS NULL OR uses_left > 0)`,
    [keys.map(({ id }) => id), people.map(({ id }) => id)],
  );
  return {
    now: await databaseNow(db),
    keys: new Map(keys.map((key) => [foldCase(key.fields.keyNumber), key])),
    people: new Map(people.map((person) => [foldCase(person.email), person])),
    grants,
  };
}

/** Stores grants, ends those whose place they take, and returns the new ids. */
export async function storeGrants(
  tx: Transaction,
  added: readonly NewGrantRow[],
  { adminId, reason }: { adminId: string; reason: string },
): Promise<string[]> {
  await tx.query(
    'UPDATE grants SET revoked_at = clock_timestamp(), revoked_by = $2 WHERE id = ANY ($1)',
    [added.flatMap(({ replaces }) => replaces), adminId],
  );
  const ids = added.map(() => newId());
  await tx.query(
    `INSERT INTO grants (id, key_id, user_id, valid_from, valid_until, given_by, reason)
     SELECT *, $6, $7
       FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])`,
    [
      ids,
      added.map(({ keyId }) => keyId),
      added.map(({ userId }) => userId),
      added.map(({ validFrom }) => validFrom),
      added.map(({ validUntil }) => validUntil),
      adminId,
      reason,
    ],
  );
  return ids;
}
