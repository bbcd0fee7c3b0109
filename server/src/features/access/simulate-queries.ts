import type { AccessFacts } from '@keydesk/shared/access/access-facts';
import type { Connection } from '../../platform/db/client.ts';
import { isMember, isUsableGrant } from '../../platform/db/predicates.ts';

/** What decides about a hand-out, apart from the rules. */
export type PastHandOut = Omit<AccessFacts, 'timezone' | 'rules'>;

/**
 * The hand-outs of the last 30 days with keys, people and memberships as they are now, and grants
 * that live now or lived then.
 */
export async function readPastHandOuts(db: Connection): Promise<PastHandOut[]> {
  const { rows } = await db.query<HandOutRow>({
    name: 'past-hand-outs',
    text: `
      SELECT l.taken_at AS at, l.key_id AS "keyId", l.holder_id AS "holderId", EXISTS (
               SELECT FROM grants g
                WHERE g.key_id = l.key_id AND g.user_id = l.holder_id AND (
                  g.created_at <= l.taken_at AND g.valid_from <= l.taken_at
                    AND l.taken_at < coalesce(g.revoked_at, 'infinity')
                    AND l.taken_at < coalesce(g.valid_until, 'infinity')
                    AND l.taken_at <= coalesce(g.used_up_at, 'infinity')
                  OR ${isUsableGrant('g', 'now()')})) AS granted
        FROM loans l
       WHERE l.taken_at >= now() - interval '30 days' AND l.taken_at <= now()`,
  });
  const [keys, people] = await Promise.all([
    readKeys(db, [...new Set(rows.map(({ keyId }) => keyId))]),
    readPeople(db, [...new Set(rows.map(({ holderId }) => holderId))]),
  ]);
  return rows.flatMap(({ at, keyId, holderId, granted }) => {
    const [key, holder] = [keys.get(keyId), people.get(holderId)];
    if (!key || !holder) return [];
    const { groupIds, ...person } = holder;
    return [{ at, key, person, groupIds, granted, approverName: null, overdueKeyNumber: null }];
  });
}

type HandOutRow = { at: Date; keyId: string; holderId: string; granted: boolean };

async function readKeys(db: Connection, ids: readonly string[]) {
  const { rows } = await db.query<AccessFacts['key']>(
    `SELECT id, key_number AS "keyNumber", level, department, category, block
       FROM keys WHERE id = ANY ($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function readPeople(db: Connection, ids: readonly string[]) {
  const { rows } = await db.query<AccessFacts['person'] & Pick<AccessFacts, 'groupIds'>>(
    `SELECT u.id, u.name, u.role, u.department,
            ARRAY(SELECT m.group_id FROM group_members m
                   WHERE m.user_id = u.id AND ${isMember('m', 'now()')}) AS "groupIds"
       FROM users u WHERE u.id = ANY ($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
