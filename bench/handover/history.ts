import type { Database } from '../../server/src/db/client.ts';
import { hexId } from '../stage/hex-id.ts';

const loans = 50_000;
const days = 90;

/** Apart from the numbers that the factories and the reference's script give. */
const base = 90_000_000;

/**
 * What a quarter leaves behind: closed loans and read notifications of these keys and people. A
 * database without any would be asked as no desk's is: with plans made for empty tables.
 */
export const addHistory = async (
  db: Database,
  keyIds: readonly string[],
  holderIds: readonly string[],
  deskId: string,
): Promise<void> => {
  const at = `now() - (${loans} - n) * interval '${days} days' / ${loans} - interval '1 hour'`;
  const dealt = (list: string, name: string) =>
    `JOIN unnest(${list}::text[]) WITH ORDINALITY AS ${name} (id, place)
       ON ${name}.place = 1 + n % cardinality(${list}::text[])`;
  await db.query(
    `INSERT INTO loans (id, key_id, holder_id, handed_by, taken_at,
                        returned_at, return_type, returned_by, received_by)
     SELECT ${hexId(`${base} + n`)}, key.id, holder.id, $3,
            ${at}, ${at} + interval '50 minutes', 'own', holder.id, $3
       FROM generate_series(1, ${loans}) n
       ${dealt('$1', 'key')}
       ${dealt('$2', 'holder')}`,
    [keyIds, holderIds, deskId],
  );
  await db.query(
    `INSERT INTO notifications (id, user_id, title, message, created_at, read_at)
     SELECT ${hexId(`${base} + n`)}, holder.id, 'Key Returned',
            'You have returned key K' || n || ' (Lecture Room ' || n || ').', ${at}, ${at}
       FROM generate_series(1, ${loans}) n
       ${dealt('$1', 'holder')}`,
    [holderIds],
  );
};
