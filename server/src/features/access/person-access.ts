import { type AccessRule, type NamedRule, withoutNames } from '@keydesk/shared/access/access-rule';
import type { Connection } from '../../platform/db/client.ts';
import { isHeldLoan, isMember, isOverdue, isUsableGrant } from '../../platform/db/predicates.ts';
import { isForPerson, namedRuleJson, ruleJson, withInstants } from './facts-sql.ts';

/** What decides about a person at the database's clock, whichever the key. */
export type PersonAccess = {
  at: Date;
  groupIds: string[];
  /** The rules in force that are for the person; what they name has no words. */
  rules: readonly NamedRule[];
  grantedKeyIds: string[];
  overdueKeyNumber: string | null;
};

export async function readPersonAccess(
  db: Connection,
  personId: string,
  { noKeysWhileOverdue }: { noKeysWhileOverdue: boolean },
): Promise<PersonAccess> {
  const { rows } = await db.query<PersonAccess & { rules: AccessRule[] }>({
    name: 'person-access',
    text: `
      WITH asked AS MATERIALIZED (
             SELECT date_trunc('milliseconds', clock_timestamp()) AS at),
           member_of AS MATERIALIZED (
             SELECT coalesce(array_agg(m.group_id ORDER BY m.group_id), '{}') AS ids
               FROM asked JOIN group_members m ON m.user_id = $1
              WHERE ${isMember('m', 'asked.at')})
      SELECT asked.at, member_of.ids AS "groupIds",
             (SELECT coalesce(json_agg(${ruleJson} ORDER BY r.id), '[]') FROM access_rules r
               WHERE r.ended_at IS NULL AND ${isForPerson('member_of.ids')}) AS rules,
             (SELECT coalesce(array_agg(g.key_id ORDER BY g.key_id), '{}') FROM grants g
               WHERE g.user_id = p.id AND ${isUsableGrant('g', 'asked.at')}) AS "grantedKeyIds",
             CASE WHEN $2::boolean THEN
               (SELECT k.key_number FROM loans l JOIN keys k ON k.id = l.key_id
                 WHERE l.holder_id = p.id AND ${isHeldLoan('l')} AND ${isOverdue('l', 'asked.at')}
                 ORDER BY l.grace_until, k.key_number LIMIT 1) END AS "overdueKeyNumber"
        FROM asked CROSS JOIN member_of JOIN users p ON p.id = $1`,
    values: [personId, noKeysWhileOverdue],
  });
  const [row] = rows;
  if (!row) throw new Error('There is no such person');
  return { ...row, rules: row.rules.map((rule) => withInstants(withoutNames(rule))) };
}

/** Every rule in force, the newest first. */
export async function readAllRules(db: Connection): Promise<readonly NamedRule[]> {
  const { rows } = await db.query<{ rules: NamedRule[] }>({
    name: 'access-rules-in-force',
    text: `SELECT coalesce(json_agg(${namedRuleJson} ORDER BY r.created_at DESC, r.id DESC), '[]') AS rules
             FROM access_rules r WHERE r.ended_at IS NULL`,
  });
  return rows.flatMap(({ rules }) => rules.map(withInstants));
}
