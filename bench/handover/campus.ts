import { payloadOf } from '@keydesk/shared/handovers/qr-generation';
import type { CodeType } from '@keydesk/shared/handovers/qr-payload';
import type { Database } from '../../server/src/db/client.ts';
import { newId } from '../../server/src/db/new-id.ts';
import { newSecret } from '../../server/src/features/handovers/code-secret.ts';
import { hashSecret } from '../../server/src/hash-secret.ts';
import type { KeyTableRow } from '../../server/test/factories/keys.ts';
import type { UserRow } from '../../server/test/factories/users.ts';
import { addKeys } from '../stage/keys.ts';
import { addPeople, addSignedIn, type SignedIn } from '../stage/people.ts';
import { addHistory } from './history.ts';

const facultyCount = 2_000;
/** So many that none of them reaches the limit of requests that one person may make. */
const deskCount = 320;

/** Keys, as many people as a college has, desks, and the loans of a quarter. */
export type HandoverCampus = { keys: KeyTableRow[]; faculty: UserRow[]; desks: SignedIn[] };

export const fillCampus = async (db: Database, keyCount: number): Promise<HandoverCampus> => {
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
};

/** Whose turn it is to take the key of this number. */
export const holderOf = ({ faculty }: HandoverCampus, index: number): UserRow => {
  const holder = faculty[index % faculty.length];
  if (!holder) throw new Error('Nobody is there');
  return holder;
};

/** Issues a code for each of these keys to its holder: the texts that their pictures hold. */
export const issueCodes = async (
  db: Database,
  campus: HandoverCampus,
  type: Exclude<CodeType, 'batch-return'>,
): Promise<string[]> => {
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
    JSON.stringify(payloadOf({ type, keyIds: [keyId], userId, issuedAt, secret })),
  );
};
