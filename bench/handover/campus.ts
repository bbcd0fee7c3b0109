import { type CodeType, toQrPayload } from '@keydesk/shared/loans/qr-payload';
import type { Database } from '../../server/src/db/client.ts';
import { hashSecret, newId } from '../../server/src/db/ids.ts';
import { newSecret } from '../../server/src/features/loans/codes.ts';
import type { KeyTableRow } from '../../server/test/factories/keys.ts';
import type { UserRow } from '../../server/test/factories/users.ts';
import { addKeys, addPeople, addSignedIn, hexId, type SignedIn } from '../harness/seed.ts';

const facultyCount = 2_000;
/** Enough to keep each person below the rate limit. */
const deskCount = 320;

/** Keys, the people of a college, desks, and the loans of a quarter. */
export type HandoverCampus = { keys: KeyTableRow[]; faculty: UserRow[]; desks: SignedIn[] };

export async function fillCampus(db: Database, keyCount: number): Promise<HandoverCampus> {
  const campus = {
    keys: await addKeys(db, keyCount),
    faculty: await addPeople(db, 'faculty', facultyCount),
    desks: await addSignedIn(db, 'security', deskCount),
  };
  await addHistory(
    db,
    campus.keys.map(({ id }) => id),
    campus.faculty.map(({ id }) => id),
    campus.desks[0]?.user.id ?? '',
  );
  await db.query('VACUUM ANALYZE');
  return campus;
}

/**
 * Three months of closed loans and read notifications. Without them PostgreSQL would use plans for
 * empty tables, which a real installation never has.
 */
async function addHistory(
  db: Database,
  keyIds: readonly string[],
  holderIds: readonly string[],
  deskId: string,
): Promise<void> {
  const at = `now() - (${loans} - n) * interval '${days} days' / ${loans} - interval '1 hour'`;
  const dealt = (list: string, name: string) =>
    `JOIN unnest(${list}::text[]) WITH ORDINALITY AS ${name} (id, place)
       ON ${name}.place = 1 + n % cardinality(${list}::text[])`;
  await db.query(
    `INSERT INTO loans (id, key_id, holder_id, holder_name, handed_by, taken_at, due_at, grace_until,
                        returned_at, return_type, returned_by, received_by)
     SELECT ${hexId(`${base} + n`)}, key.id, holder.id, 'Person ' || holder.place, $3,
            ${at}, ${at} + interval '8 hours', ${at} + interval '8 hours',
            ${at} + interval '50 minutes', 'own', holder.id, $3
       FROM generate_series(1, ${loans}) n
       ${dealt('$1', 'key')}
       ${dealt('$2', 'holder')}`,
    [keyIds, holderIds, deskId],
  );
  await db.query(
    `INSERT INTO notifications (id, user_id, title, message, created_at, read_at)
     SELECT ${hexId(`${base} + n`)}, holder.id, 'Key returned',
            'You have returned key K' || n || ' (Lecture Room ' || n || ').', ${at}, ${at}
       FROM generate_series(1, ${loans}) n
       ${dealt('$1', 'holder')}`,
    [holderIds],
  );
}

export function holderOf({ faculty }: HandoverCampus, index: number): UserRow {
  const holder = faculty[index % faculty.length];
  if (!holder) throw new Error('Nobody is there');
  return holder;
}

export async function issueCodes(
  db: Database,
  campus: HandoverCampus,
  type: Exclude<CodeType, 'batch-return'>,
): Promise<string[]> {
  const issuedAt = new Date();
  const codes = campus.keys.map(({ id: keyId }, index) => ({
    id: newId(),
    keyId,
    userId: holderOf(campus, index).id,
    secret: newSecret(),
  }));
  await db.query(
    `INSERT INTO codes (id, type, secret_hash, key_ids, user_id, session_id, issued_at, expires_at)
     SELECT id, $2, hash, ARRAY[key_id], user_id, $3, $1::timestamptz, $1::timestamptz + interval '1 hour'
       FROM unnest($4::text[], $5::bytea[], $6::text[], $7::text[]) AS c (id, hash, key_id, user_id)`,
    [
      issuedAt,
      type,
      campus.desks[0]?.session.sessionId,
      codes.map(({ id }) => id),
      codes.map(({ secret }) => hashSecret(secret)),
      codes.map(({ keyId }) => keyId),
      codes.map(({ userId }) => userId),
    ],
  );
  return codes.map(({ keyId, userId, secret }) =>
    JSON.stringify(toQrPayload({ type, keyIds: [keyId], userId, issuedAt, secret })),
  );
}

const loans = 50_000;
const days = 90;

/** Outside the numbers of the factories and of the reference's scripts. */
const base = 90_000_000;
