import type { NamedRule } from '@keydesk/shared/access/access-rule';
import type { Connection } from '../../platform/db/client.ts';
import { isHeldLoan, isMember, isOverdue, isUsableGrant } from '../../platform/db/predicates.ts';
import { namedRuleJson, withInstants } from './facts-sql.ts';

/** What decides about a person at the database's clock, whichever the key. */
export type PersonAccess = {
  /** The access version, by which processes know that they have the rules in force. */
  version: number;
  at: Date;
  groupIds: string[];
  grantedKeyIds: string[];
  overdueKeyNumber: string | null;
};

export async function readPersonAccess(
  db: Connection,
  personId: string,
  { noKeysWhileOverdue }: { noKeysWhileOverdue: boolean },
): Promise<PersonAccess> {
  const { rows } = await db.query<PersonAccess>({
    name: 'person-access',
    text: `
      WITH asked AS MATERIALIZED (
        SELECT version, date_trunc('milliseconds', clock_timestamp()) AS at FROM access_version)
      SELECT asked.version, asked.at,
             (SELECT coalesce(array_agg(m.group_id ORDER BY m.group_id), '{}') FROM group_members m
               WHERE m.user_id = $1 AND ${isMember('m', 'asked.at')}) AS "groupIds",
             (SELECT coalesce(array_agg(g.key_id ORDER BY g.key_id), '{}') FROM grants g
               WHERE g.user_id = $1 AND ${isUsableGrant('g', 'asked.at')}) AS "grantedKeyIds",
             CASE WHEN $2::boolean THEN
               (SELECT k.key_number FROM loans l JOIN keys k ON k.id = l.key_id
                 WHERE l.holder_id = $1 AND ${isHeldLoan('l')} AND ${isOverdue('l', 'asked.at')}
                 ORDER BY l.grace_until, k.key_number LIMIT 1) END AS "overdueKeyNumber"
        FROM asked`,
    values: [personId, noKeysWhileOverdue],
  });
  const [row] = rows;
  if (!row) throw new Error('The access version is missing');
  return row;
}

/** Every rule in force, the newest first, and the access version at which they are that. */
export async function readAllRules(
  db: Connection,
): Promise<{ version: number; all: readonly NamedRule[] }> {
  const { rows } = await db.query<{ version: number; all: NamedRule[] }>({
    name: 'access-rules-in-force',
    text: `SELECT version,
                  (SELECT coalesce(json_agg(${namedRuleJson} ORDER BY r.created_at DESC, r.id DESC),
                                   '[]')
                     FROM access_rules r WHERE r.ended_at IS NULL) AS all
             FROM access_version`,
  });
  const [row] = rows;
  if (!row) throw new Error('The access version is missing');
  return { version: row.version, all: row.all.map(withInstants) };
}
